-- A person's tokens end with the session they were made in: every server hears of it, in each of the person's organisations.
CREATE FUNCTION "public"."notice_of_session_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM public.send_change_notice('session-end', organization_id, ids)
		FROM (
			SELECT m.organization_id, array_agg(s.id) AS ids
			FROM change_rows AS s JOIN auth.member AS m ON m.user_id = s.user_id
			GROUP BY 1
		) AS ended;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "change_delete" AFTER DELETE ON "auth"."session" REFERENCING OLD TABLE AS change_rows
	FOR EACH STATEMENT EXECUTE FUNCTION "public"."notice_of_session_end"();
