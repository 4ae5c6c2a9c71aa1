import { capital, type CostGroup, type CostGroups, kindNamed, kinds, none } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'
import { pathOf } from '../../values/ref-link.tsx'
import { asChange, changeOf, inMoney, isJump } from '../../words/money.ts'
import styles from './costs.module.css'
import { asDifference, nameOf, reasonOf } from './group-words.ts'
import { Sparkline } from './sparkline.tsx'

const maxShown = 200
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** Each group with its share, its change and what changed most in it; what nobody owns is last, and always there. */
export function GroupTable({ costs }: { readonly costs: CostGroups }) {
  const { groups, previous, currency, by } = costs
  const whole = groups.reduce((sum, { cents }) => sum + Math.max(0, cents), 0)
  const isOwned = ({ part }: CostGroup) => part === 'group' || part === 'several'
  const rows = [...groups.filter(isOwned).slice(0, maxShown), ...groups.filter((one) => !isOwned(one))]
  const left = groups.length - rows.length
  return (
    <div className={styles.scroll}>
      <table className={styles.groups}>
        <thead>
          <tr>
            <th scope="col">{capital(kindNamed(by).noun)}</th>
            <th scope="col">Each day</th>
            <th scope="col" data-number>
              Share
            </th>
            <th scope="col" data-number>
              Cost
            </th>
            {previous && (
              <>
                <th scope="col" data-number>
                  Before
                </th>
                <th scope="col" data-number>
                  Change
                </th>
                <th scope="col">Mostly</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((group) => (
            <tr key={`${group.part} ${group.id}`} data-part={group.part}>
              <th scope="row">
                <GroupName group={group} costs={costs} />
                <Beside group={group} costs={costs} />
              </th>
              <td>
                <Sparkline series={group.dailySeries} />
              </td>
              <td data-number>{group.cents > 0 && whole > 0 ? percent.format(group.cents / whole) : '–'}</td>
              <td data-number>{inMoney(group.cents, currency)}</td>
              {previous && <Change group={group} currency={currency} />}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className={styles.more}>And {left.toLocaleString()} more that cost less.</p>}
    </div>
  )
}

function GroupName({ group, costs: { by } }: { readonly group: CostGroup; readonly costs: CostGroups }) {
  const maySeeEntries = useMay(kinds.costEntry, 'list')
  const name = nameOf(group, by)
  if (group.part === 'unassigned' && maySeeEntries)
    return (
      <Link to={kinds.costEntry.path as string} search={{ appId: none } as never}>
        {name}
      </Link>
    )
  if (group.part === 'none' && by === 'team')
    return (
      <Link to={kinds.project.path as string} search={{ ownerTeamId: none } as never}>
        {name}
      </Link>
    )
  if (group.part !== 'group' || group.id === null) return <span>{name}</span>
  if (by === 'project')
    return (
      <Link to="/costs" search={{ appId: group.id } as never}>
        {name}
      </Link>
    )
  return <Link to={pathOf(kindNamed(by).path, group.id) as string}>{name}</Link>
}

/** What the row consists of, where that is not plain. */
function Beside({
  group,
  costs: { by, currency },
}: {
  readonly group: CostGroup
  readonly costs: CostGroups
}) {
  const { part, projects, sharedCents } = group
  const words = [
    by !== 'project' && projects > 0 && `${projects} ${projects === 1 ? 'project' : 'projects'}`,
    sharedCents !== 0 && `shares projects that cost ${inMoney(sharedCents, currency)}`,
    part === 'several' && 'each counted once, here',
  ].filter((one) => one !== false)
  return words.length === 0 ? null : <span className={styles.beside}>{words.join('; ')}</span>
}

function Change({ group, currency }: { readonly group: CostGroup; readonly currency: string }) {
  const { cents, previousCents } = group
  const change = changeOf(cents, previousCents)
  return (
    <>
      <td data-number>{inMoney(previousCents, currency)}</td>
      <td data-number className={isJump(change) ? styles.jump : undefined}>
        {asDifference(cents - previousCents, currency)}
        <span className={styles.beside}>{cents === previousCents ? '' : asChange(change)}</span>
      </td>
      <td className={styles.reason}>{reasonOf(group, currency)}</td>
    </>
  )
}
