-- What is stored of jobs lies in one partition for each day on which jobs began, which goes as a whole when the last of
-- them has expired: nothing is deleted row by row, and nothing is left to vacuum. A row is found in its partition by an
-- id that begins with the time of its job (newJobId, newIdOf). What has another id lies in the default partition,
-- and so does all that is there now: no row moves, and nothing is rewritten.
--
-- The partitioned table has the primary key alone. All other indexes are those of the default partition, of which each
-- new partition is a copy (src/partitions): an index that is unique within a job cannot be one of the whole table.

-- Who waits for these locks keeps every reader of the tables waiting behind it: not long, it is tried again.
SET LOCAL lock_timeout = '3s';

-- For the release before last, whose ON CONFLICT named the two; pages are told apart by job and half of the hash.
DROP INDEX "frontier_pages_job_id_dedup_hash_key";

DO $$
DECLARE
  one record;
  index record;
BEGIN
  FOR one IN
    SELECT * FROM (VALUES
      ('documents', 'page_id'), ('pages', 'id'), ('frontier_pages', 'id'), ('frontier_refusals', 'job_id')
    ) AS partitioned(name, key)
  LOOP
    EXECUTE format('ALTER TABLE %I RENAME TO %I', one.name, one.name || '_default');
    FOR index IN
      SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = (one.name || '_default')::regclass
    LOOP
      EXECUTE format('ALTER INDEX %I RENAME TO %I', index.name,
                     one.name || '_default' || substring(index.name FROM length(one.name) + 1));
    END LOOP;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (%I)',
                   one.name, one.name || '_default', one.key);
    EXECUTE (
      SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', one.name, one.name || '_pkey', pg_get_constraintdef(oid))
      FROM pg_constraint WHERE conrelid = (one.name || '_default')::regclass AND contype = 'p');
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', one.name, one.name || '_default');
  END LOOP;
END $$;
