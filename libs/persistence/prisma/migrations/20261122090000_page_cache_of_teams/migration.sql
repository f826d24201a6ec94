-- Whom a page may answer is a part of its key now, and of what is here nobody has noted whether it was one visitor's.
TRUNCATE "page_cache";
