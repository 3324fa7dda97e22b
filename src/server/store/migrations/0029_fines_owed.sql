-- The fines owed are part of the violation, so a change of its citations is a change of the violation too.
CREATE TRIGGER citations_owed_added AFTER INSERT ON citations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''violation''', 'violation_id');
--> statement-breakpoint
CREATE TRIGGER citations_owed_changed AFTER UPDATE ON citations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''violation''', 'violation_id');
--> statement-breakpoint
CREATE TRIGGER citations_owed_removed AFTER DELETE ON citations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_owner_changes('''violation''', 'violation_id');
