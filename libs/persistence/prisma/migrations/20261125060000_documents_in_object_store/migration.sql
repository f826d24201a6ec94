-- The content of a document may lie in an object store: its row says which object has it. Nothing is rewritten, and
-- with no object store every content stays in its row.

-- Of the partitioned table, and so of every partition. No row is without content before all processes are of this
-- release: the setting that takes it away is theirs (OBJECT_STORE_URL).
-- squawk-ignore ban-drop-not-null
ALTER TABLE "documents" ALTER COLUMN "content" DROP NOT NULL, ADD COLUMN "object_hash" BYTEA;
