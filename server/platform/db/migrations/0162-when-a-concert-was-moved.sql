-- When its time or place was last moved since it was published: the same for all dates of a series moved together. Null of moves before this.
alter table concerts add column moved_at timestamptz;
