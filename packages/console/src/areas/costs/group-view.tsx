import type { CostGroups } from '@svc/model'
import { Card } from '../../design/card.tsx'
import { Stat, Stats } from '../../design/chart/stat.tsx'
import { Empty } from '../../design/empty.tsx'
import { CircleDollarSign } from 'lucide-react'
import { asChange, changeOf, inMoney, isJump } from '../../words/money.ts'
import { utcDays } from '../../words/times.ts'
import styles from './costs.module.css'
import { DailyBars } from './daily-bars.tsx'
import { GroupTable } from './group-table.tsx'
import { asDifference } from './group-words.ts'
import { seriesOf } from './merge-groups.ts'
import { NoCosts } from './no-costs.tsx'
import { ShareBar } from './share-bar.tsx'

type Days = CostGroups['period']

const inDays = ({ from, to }: Days): string => utcDays(from, to)
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

/** What was spent in a period: in all, each day, and by whom. */
export function GroupView({ costs }: { readonly costs: CostGroups }) {
  const { groups, currencies } = costs
  if (groups.length === 0) {
    return Object.keys(currencies).length === 0 ? (
      <NoCosts title={`No costs known for ${inDays(costs.period)}`} />
    ) : (
      <OtherCurrencies costs={costs} />
    )
  }
  const series = seriesOf(costs)
  return (
    <>
      <Totals costs={costs} days={series.length} />
      {costs.next !== null && (
        <p className={styles.soft}>This is part of a very large catalog: all figures are at least as high.</p>
      )}
      <Card title="Shares">
        <ShareBar groups={groups} by={costs.by} currency={costs.currency} />
      </Card>
      {series.length > 1 && (
        <Card title="Each day">
          <DailyBars series={series} start={costs.period.from} currency={costs.currency} />
        </Card>
      )}
      <Card title={`By ${costs.by}`} isFlush>
        <GroupTable costs={costs} />
      </Card>
    </>
  )
}

function Totals({ costs, days }: { readonly costs: CostGroups; readonly days: number }) {
  const { cents, previousCents, previous, currency, currencies, groups } = costs
  const change = changeOf(cents, previousCents)
  const unallocated = groups
    .filter(({ part }) => part === 'none' || part === 'unassigned')
    .reduce((sum, one) => sum + one.cents, 0)
  const others = Object.entries(currencies).filter(([other, spent]) => other !== currency && spent !== 0)
  return (
    <Stats>
      <Stat
        label={inDays(costs.period)}
        value={inMoney(cents, currency)}
        hint={days > 1 ? `${inMoney(Math.round(cents / days), currency)} a day` : undefined}
      />
      {previous && (
        <Stat
          label={`Before: ${inDays(previous)}`}
          value={inMoney(previousCents, currency)}
          hint={previousCents === 0 ? 'nothing is known to have been spent' : undefined}
        />
      )}
      {previous && (
        <Stat
          label="Change"
          value={asChange(change)}
          tone={isJump(change) ? 'bad' : change !== null && change < 0 ? 'good' : undefined}
          hint={asDifference(cents - previousCents, currency)}
        />
      )}
      {costs.by !== 'project' && (
        <Stat
          label="Unallocated"
          value={inMoney(unallocated, currency)}
          tone={unallocated > 0 ? 'warn' : undefined}
          hint={
            unallocated === 0
              ? `every cent belongs to a ${costs.by}`
              : `${cents > 0 ? percent.format(unallocated / cents) : ''} belongs to no ${costs.by}`
          }
        />
      )}
      {others.map(([other, spent]) => (
        <Stat
          key={other}
          label={`Also in ${other}`}
          value={inMoney(spent, other)}
          hint="not included in the totals"
        />
      ))}
    </Stats>
  )
}

const OtherCurrencies = ({ costs: { currency, currencies, period } }: { readonly costs: CostGroups }) => (
  <Empty icon={CircleDollarSign} title={`Nothing in ${currency}`}>
    From {inDays(period)} there are only costs in {Object.keys(currencies).join(', ')}. Choose a currency
    above.
  </Empty>
)
