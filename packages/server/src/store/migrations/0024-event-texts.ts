import type { Migration } from '../migration.ts'

/**
 * Large parts of states in the log are kept once for each partition. `parts` says which parts an event has left
 * out, `bytes` how large its states are with them; both are null where the states are stored whole.
 */
export const migration: Migration = {
  id: '0024-event-texts',
  statements: [
    `alter table events add column parts text`,
    `alter table events add column bytes integer`,
    `create table event_texts (
      partition_id text not null,
      digest text not null,
      body text not null,
      primary key (partition_id, digest)
    )`,
  ],
}
