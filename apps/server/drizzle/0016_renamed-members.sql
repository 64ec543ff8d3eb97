-- Members are shown with the name, address and picture of the person: who changes those changes every list they are in.
CREATE FUNCTION "public"."notice_of_user"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM public.send_change_notice('member', org, ids)
	FROM (
		SELECT m.organization_id AS org, array_agg(DISTINCT m.user_id::text) AS ids
		FROM change_rows AS n
			JOIN old_rows AS o ON o.id = n.id
			JOIN auth.member AS m ON m.user_id = n.id
		WHERE (n.name, n.email, n.image) IS DISTINCT FROM (o.name, o.email, o.image)
		GROUP BY 1
	) AS changed;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "change_update" AFTER UPDATE ON "auth"."user" REFERENCING NEW TABLE AS change_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION "public"."notice_of_user"();
