import { Link as PageLink } from '@tanstack/react-router'
import { Crosshair, FoldVertical, UnfoldVertical, X, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../design/badge.tsx'
import { Button, buttonClass } from '../../../design/button.tsx'
import { iconOf, nounOf, pageOf } from '../../../values/entity-look.ts'
import type { Box, Folded, Link } from '../fold/fold.ts'
import { HealthMark, healthOf, healthWords } from '../health.tsx'
import { partsInWords } from '../parts.ts'
import { linkInWords } from './link-panel.tsx'
import { Person } from './person.tsx'
import styles from './panel.module.css'

interface BoxPanelProps {
  readonly box: Box
  readonly folded: Folded
  readonly isRoot: boolean
  onSelect(id: string | undefined): void
  onToggle(id: string): void
  onRoot(id: string): void
  onImpact(id: string): void
}

/** Details of the selected box, and where to go from it. */
export function BoxPanel({ box, folded, isRoot, onSelect, onToggle, onRoot, onImpact }: BoxPanelProps) {
  const { entity, kind } = box
  const Icon = kind === 'group' ? undefined : iconOf(kind)
  const parts = box.holds.filter((node) => node.id !== entity?.id)
  return (
    <aside className={styles.panel} aria-label="Selected node" aria-live="polite">
      <header className={styles.head}>
        {Icon && <Icon aria-hidden />}
        <div>
          <h2>{box.name}</h2>
          <p className={styles.kind}>
            {kind === 'group' ? partsInWords(box) : nounOf(kind)}
            {!box.active && ', archived or retired'}
          </p>
        </div>
        <Button look="quiet" square aria-label="Close" onClick={() => onSelect(undefined)}>
          <X aria-hidden />
        </Button>
      </header>
      <div className={styles.actions}>
        {kind === 'group' && (
          <Button look="primary" onClick={() => onToggle(box.id)}>
            {box.isOpen ? <FoldVertical aria-hidden /> : <UnfoldVertical aria-hidden />}
            {box.isOpen ? 'Collapse' : 'Expand'}
          </Button>
        )}
        {box.within && (
          <Button onClick={() => onToggle(box.within ?? '')}>
            <FoldVertical aria-hidden /> Collapse {folded.boxes.find(({ id }) => id === box.within)?.name}
          </Button>
        )}
        {entity && (
          <>
            <PageLink
              className={buttonClass(kind === 'group' ? 'secondary' : 'primary')}
              to={pageOf(entity.kind, entity.id)}
            >
              Open page
            </PageLink>
            {!isRoot && (
              <Button onClick={() => onRoot(entity.id)}>
                <Crosshair aria-hidden /> Start here
              </Button>
            )}
            <Button onClick={() => onImpact(entity.id)}>
              <Zap aria-hidden /> Blast radius
            </Button>
          </>
        )}
      </div>
      <dl className={styles.facts}>
        <Fact label="Owner">
          {box.ownerTeamId ? (
            <PageLink to={`/teams/${encodeURIComponent(box.ownerTeamId)}` as string}>
              {box.ownerTeamName}
            </PageLink>
          ) : box.holds.some((node) => node.ownerTeamId) ? (
            'several'
          ) : (
            'no owner'
          )}
        </Fact>
        {kind === 'component' && <Fact label="Tier">{box.tier ?? 'no tier'}</Fact>}
        {entity?.lifecycle && (
          <Fact label="Lifecycle">
            <Badge word={entity.lifecycle} />
          </Fact>
        )}
        <Fact label="SLOs">
          <HealthMark standing={healthOf(box)} /> {healthWords[healthOf(box)]}
        </Fact>
        <Fact label="Critical issues">
          {box.openCriticalIssues > 0 ? (
            <strong className={styles.bad}>{box.openCriticalIssues} open</strong>
          ) : (
            'none'
          )}
        </Fact>
        {kind !== 'group' && (
          <Fact label="On call">{entity?.onCall ? <Person {...entity.onCall} /> : 'nobody'}</Fact>
        )}
      </dl>
      {parts.length > 0 && (
        <section className={styles.ends}>
          <h3>
            {kind === 'group' ? 'In it' : 'Its APIs and resources'}{' '}
            <span className={styles.count}>{parts.length}</span>
          </h3>
          <ul>
            {parts.map((node) => (
              <li key={node.id} className={styles.row}>
                <PageLink to={pageOf(node.kind, node.id)}>{node.name}</PageLink>
                <span className={styles.type}>{nounOf(node.kind)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Ends
        title="Depends directly on"
        links={folded.links.filter(({ from }) => from === box.id)}
        endOf={({ to }) => to}
        folded={folded}
        onSelect={onSelect}
      />
      <Ends
        title="Needed directly by"
        links={folded.links.filter(({ to }) => to === box.id)}
        endOf={({ from }) => from}
        folded={folded}
        onSelect={onSelect}
      />
    </aside>
  )
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

interface EndsProps {
  readonly title: string
  readonly links: readonly Link[]
  readonly folded: Folded
  endOf(link: Link): string
  onSelect(id: string): void
}

const Ends = ({ title, links, folded, endOf, onSelect }: EndsProps) => {
  const boxes = new Map(folded.boxes.map((box) => [box.id, box]))
  const inUse = links.filter((link) => boxes.get(endOf(link))?.active !== false)
  return (
    <section className={styles.ends}>
      <h3>
        {title} <span className={styles.count}>{inUse.length}</span>
      </h3>
      {links.length === 0 && <p className={styles.none}>Nothing shown here.</p>}
      <ul>
        {links.map((link) => {
          const other = boxes.get(endOf(link))
          return (
            <li key={link.id} className={styles.row}>
              <button type="button" className={styles.end} onClick={() => onSelect(endOf(link))}>
                <HealthMark standing={other ? healthOf(other) : 'none'} />
                <span>{other?.name ?? endOf(link)}</span>
              </button>
              <button
                type="button"
                className={styles.type}
                aria-label={`${other?.name ?? ''}: ${linkInWords(link)}`}
                onClick={() => onSelect(link.id)}
              >
                {linkInWords(link)}
                {other?.active === false && ', archived or retired'}
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
