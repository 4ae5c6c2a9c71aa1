import type { Migration } from '../migration.ts'

export const migration: Migration = {
  id: '0065-issue-comments',
  statements: [
    `create table issue_comments (
      partition_id text not null,
      "id" text not null,
      "issue_id" text not null,
      "body_md" text not null,
      "author_uid" text,
      "author_name" text,
      "created_at" text,
      "updated_at" text,
      revision integer not null,
      edited integer not null,
      primary key (partition_id, id)
    )`,
    `create index issue_comments_issue_id on issue_comments (partition_id, "issue_id", id)`,
    `create index issue_comments_author_uid on issue_comments (partition_id, "author_uid", id)`,
    `create index issue_comments_updated_at on issue_comments (partition_id, "updated_at", id)`,
  ],
}
