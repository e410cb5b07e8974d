-- Run once as superuser on the primary; then run database.sql in the database that this file creates.
create role pawtrait_owner login password 'change-me-owner';
create role pawtrait_app login password 'change-me-app';
create database pawtrait owner pawtrait_owner encoding 'UTF8' locale 'C.UTF-8' template template0;
