-- Run once as superuser in the database `pawtrait`, owned by `pawtrait_owner`.
create extension if not exists pg_trgm;
create extension if not exists citext;
create extension if not exists unaccent;
create extension if not exists btree_gist;
revoke temporary on database pawtrait from public;
alter schema public owner to pawtrait_owner;
