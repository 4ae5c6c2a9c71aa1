import { Card } from '../../design/card.tsx'
import { Stat, Stats } from '../../design/chart/stat.tsx'
import styles from './costs.module.css'
import { DailyBars } from './daily-bars.tsx'
import { asChange, changeOf, inCurrency, inDollars, isJump } from '../../words/money.ts'
import type { Rollup } from './rollup.ts'
import { Shares } from './shares.tsx'

/** What was spent: on one project, or on several together. */
export function RollupView({ rollup }: { readonly rollup: Rollup }) {
  const change = changeOf(rollup.last30dCents, rollup.prev30dCents)
  const others = Object.entries(rollup.otherCurrencies)
  return (
    <>
      <Stats>
        <Stat label="This month so far" value={inDollars(rollup.mtdCents)} hint="since the 1st, in UTC" />
        <Stat
          label="Last 30 days"
          value={inDollars(rollup.last30dCents)}
          hint={`${inDollars(rollup.last30dCents / 30)} a day`}
        />
        <Stat label="The 30 days before" value={inDollars(rollup.prev30dCents)} hint="for comparison" />
        <Stat
          label="Change"
          value={asChange(change)}
          tone={isJump(change) ? 'bad' : change !== null && change < 0 ? 'good' : undefined}
          hint={`${inDollars(Math.abs(rollup.last30dCents - rollup.prev30dCents))} ${rollup.last30dCents >= rollup.prev30dCents ? 'more' : 'less'}`}
        />
        {others.map(([currency, cents]) => (
          <Stat
            key={currency}
            label={`Also in ${currency}`}
            value={inCurrency(cents, currency)}
            hint="not included in the totals"
          />
        ))}
      </Stats>
      <Card title="Each day">
        <DailyBars series={rollup.dailySeries} start={rollup.periodStart} />
      </Card>
      <div className={styles.columns}>
        <Card title="By service">
          <Shares caption="Cost by service" head="Service" parts={rollup.byService} />
        </Card>
        <Card title="By category">
          <Shares caption="Cost by category" head="Category" parts={rollup.byCategory} />
        </Card>
      </div>
    </>
  )
}
