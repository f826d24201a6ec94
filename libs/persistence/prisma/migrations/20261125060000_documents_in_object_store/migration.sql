-- The content of a document may lie in an object store: its row says which object has it. Nothing is rewritten, and
-- with no object store every content stays in its row.

-- Who waits for these locks keeps every reader of the table waiting behind it: not long, it is tried again.
SET LOCAL lock_timeout = '3s';

-- Of the partitioned table, and so of every partition.
ALTER TABLE "documents" ADD COLUMN "object_hash" BYTEA,
                        ALTER COLUMN "content" DROP NOT NULL;
