import { entityKinds, kinds } from '@svc/model'
import { Card } from '../../../design/card.tsx'
import type { PanelProps } from '../extra-panels.ts'
import styles from '../record-page.module.css'
import { Facts } from './facts.tsx'
import { Glance } from './glance.tsx'
import { Links } from './links.tsx'
import type { Binding } from '../../on-call/words.ts'
import { OnCall } from './on-call.tsx'
import { OnCallNow, toldOnCall } from './on-call-now.tsx'
import { RotaCard } from './rota-card.tsx'
import { LongText } from './long-text.tsx'
import { Shapes } from './shapes.tsx'

const scopes: Readonly<Record<string, string>> = { project: 'component', resource: 'resource', team: 'team' }

/** All that the catalog knows of a record itself. */
export function Overview({ kind, record }: PanelProps) {
  const entityKind = Object.entries(entityKinds).find(([, name]) => name === kind.name)?.[0]
  const scope = scopes[kind.name]
  const id = String(record.id)
  const binding = kind.name === kinds.oncallBinding.name ? (record as Binding) : undefined
  const hasSide = entityKind !== undefined || kind.name === kinds.team.name
  return (
    <div className={hasSide ? styles.columns : undefined}>
      <div className={styles.stack}>
        <LongText kind={kind} record={record} />
        {binding && <OnCallNow binding={binding} />}
        {binding?.manual && <RotaCard rota={binding.manual} />}
        <Card title="Details">
          <Facts kind={kind} record={record} {...(binding && { without: toldOnCall })} />
        </Card>
        {!binding && <Shapes kind={kind} record={record} />}
      </div>
      {hasSide && (
        <aside className={styles.stack}>
          {entityKind && <Glance entity={`${entityKind}:${id}`} scope={scope} />}
          {!entityKind && scope && <OnCall scope={scope} id={id} />}
          {entityKind && <Links entityKind={entityKind} id={id} />}
        </aside>
      )}
    </div>
  )
}
