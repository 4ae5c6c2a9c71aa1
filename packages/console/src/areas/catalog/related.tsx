import { type Kind, kinds } from '@svc/model'
import styles from '../../record/record-page.module.css'
import { Related } from '../../record/related.tsx'
import type { RecordProps } from '../../values/area-parts.ts'

export const Systems = ({ record }: RecordProps) => (
  <Related kind={kinds.system} by="domainId" id={record.id} />
)

/** The APIs and resources that belong to a project. */
export const Offered = ({ record }: RecordProps) => (
  <div className={styles.stack}>
    <Related kind={kinds.api} by="componentId" id={record.id} />
    <Related kind={kinds.resource} by="componentId" id={record.id} />
  </div>
)

const owned: readonly Kind[] = [kinds.project, kinds.api, kinds.resource, kinds.system, kinds.domain]

export const Owned = ({ record }: RecordProps) => (
  <div className={styles.stack}>
    {owned.map((kind) => (
      <Related key={kind.name} kind={kind} by="ownerTeamId" id={record.id} />
    ))}
  </div>
)
