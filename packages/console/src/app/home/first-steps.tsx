import { type Kind, kinds, scopeFor } from '@svc/model'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { keyOf } from '../../api/records.ts'
import { useMode } from '../../session/mode.tsx'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import styles from './first-steps.module.css'
import { useHasAny } from './has-any.ts'

const hiddenKey = 'svc.first-steps-hidden'

/** Which of the first steps are done, and whether to show them: not where that cannot be found out. */
export function useFirstSteps() {
  const { scopes } = useSession()
  const { mode } = useMode()
  const [isHidden, hide] = useState(() => localStorage.getItem(hiddenKey) !== null)
  const has = {
    team: useHasAny(kinds.team),
    project: useHasAny(kinds.project),
    slo: useHasAny(kinds.slo),
    usedToken: useHasUsedToken(),
  }
  const asked = Object.values(has)
  // Once there are SLOs, the catalog has outgrown its first steps.
  const isOutgrown = isHidden || has.slo.data === true || mode === 'test' || !scopes.includes('write')
  return {
    isPending: !isOutgrown && asked.some(({ isPending }) => isPending),
    areShown: !isOutgrown && asked.every(({ data }) => data !== undefined),
    isDone: {
      team: has.team.data,
      project: has.project.data,
      slo: has.slo.data,
      usedToken: has.usedToken.data,
    },
    hide: () => {
      localStorage.setItem(hiddenKey, 'yes')
      hide(true)
    },
  }
}

type FirstStepsProps = Pick<ReturnType<typeof useFirstSteps>, 'isDone' | 'hide'>

/** The way from an empty catalog to a useful one; each step ticks itself off. */
export function FirstSteps({ isDone, hide }: FirstStepsProps) {
  const { scopes } = useSession()
  return (
    <div className={styles.frame}>
      <Card
        title="First steps"
        actions={
          <Button look="quiet" square aria-label="Hide the first steps" onClick={hide}>
            <X aria-hidden />
          </Button>
        }
      >
        <ol className={styles.steps}>
          <Step isDone={isDone.team} title={<Create kind={kinds.team}>Create a team</Create>}>
            Everything in the catalog has an owner, and owners are teams.
          </Step>
          <Step isDone={isDone.project} title={<Create kind={kinds.project}>Create a project</Create>}>
            A component or app that a team builds and runs.
            {scopes.includes('admin') && (
              <>
                {' '}
                Coming from Backstage? <Link to="/settings/import">Import your catalog files</Link>:
                components, APIs, systems and owners.
              </>
            )}
          </Step>
          <Step isDone={isDone.usedToken} title={<Link to="/settings/tokens">Use an API token</Link>}>
            From Terraform, a pipeline or the command line: “Copy as Terraform” and “Copy as curl” are in the
            menu of every record. Ticked off with a token’s first request.
          </Step>
          <Step isDone={isDone.slo} title={<Create kind={kinds.slo}>Define an SLO</Create>}>
            A target with an error budget, which this page watches for you.
          </Step>
        </ol>
      </Card>
    </div>
  )
}

function Step({
  isDone = false,
  title,
  children,
}: {
  readonly isDone?: boolean | undefined
  readonly title: ReactNode
  readonly children: ReactNode
}) {
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className={classes(styles.step, isDone && styles.isDone)}>
      <Icon aria-label={isDone ? 'Done' : 'To do'} />
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
    </li>
  )
}

function Create({ kind, children }: { readonly kind: Kind; readonly children: string }) {
  const { scopes } = useSession()
  if (!scopes.includes(scopeFor(kind, 'create'))) return children
  return <Link to={`${kind.path}/new`}>{children}</Link>
}

function useHasUsedToken() {
  const { client, mode } = useMode()
  return useQuery({
    queryKey: [...keyOf(mode, kinds.token), 'used'],
    queryFn: async ({ signal }) => {
      const { tokens } = await client.call('listTokens', { signal })
      return tokens.some(({ lastUsedAt }) => lastUsedAt !== null)
    },
  })
}
