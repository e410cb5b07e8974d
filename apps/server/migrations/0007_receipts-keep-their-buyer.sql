-- Receipts keep their buyer as they were called; those from before learn it now, from whom is still here.
UPDATE "receipts" r SET "snapshot" = r."snapshot" || jsonb_build_object('buyer', (
	SELECT jsonb_build_object('fullname', u."fullname", 'username', u."username")
	FROM "payments" p JOIN "orders" o ON o."id" = p."order_id" JOIN "users" u ON u."id" = o."user_id"
	WHERE p."id" = r."payment_id"
));
