import {
  counted,
  type HandOver,
  handedOverKinds,
  kindNamed,
  type Kinds,
  kinds,
  type Stored,
} from '@svc/model'
import { defineCommand, type Io, type Values } from '../command.ts'
import { Failure } from '../failure.ts'
import { modeOption } from '../mode-option.ts'
import { contextFor } from '../organisation.ts'
import { print } from '../output.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { readEmail } from '../values.ts'
import { withStore } from '../with-store.ts'

const common = { ...orgOption, ...storeOptions, ...jsonOption }

export const handOver = defineCommand({
  name: 'hand-over',
  summary: 'Hand over the responsibilities of a member to another.',
  details:
    'Teams that they lead or are in, open issues assigned to them and their turns in on-call rotas move to the other\n' +
    'member, each with its own event. What they have finished stays theirs. One mode at a time. If it is\n' +
    'interrupted, run it again to continue.',
  options: {
    email: {
      ...{ type: 'string', value: 'EMAIL', required: true },
      about: 'Who hands over; may be deactivated',
    },
    to: { type: 'string', value: 'EMAIL', about: 'Who takes over: an active member', required: true },
    kind: {
      ...{ type: 'string', value: 'KIND', about: 'Only records of this kind', several: true },
      oneOf: handedOverKinds,
    },
    'dry-run': { type: 'boolean', about: 'Only report what would be moved' },
    ...modeOption,
    ...common,
  },
  examples: [
    ['svc user hand-over --email grace@example.com --to ada@example.com', 'all of it, in live mode'],
    [
      'svc user hand-over --email grace@example.com --to ada@example.com --kind issue --dry-run',
      'how many open issues that would be',
    ],
    [
      'svc user hand-over --email grace@example.com --to ada@example.com --json',
      '{moved, left, parts: [{kind, field, moved, left}], refused}',
    ],
  ],
  async run({ values, io }) {
    const [from, to] = [readEmail(values.email), readEmail(values.to)]
    const done = await withStore(values, async (opened) => {
      const ctx = await contextFor(opened, values)
      const idOf = async (address: string): Promise<string> => {
        const where = [{ field: 'email', is: address }]
        const { home } = ctx.caller.organisation
        const [held] = await opened.store.records(home).list(kinds.user, { where, limit: 1 })
        if (!held) throw new Failure(`No member has the address ${address}.`)
        return String(held.record.id)
      }
      const request = {
        toUid: await idOf(to),
        dryRun: values['dry-run'],
        ...(values.kind.length > 0 && { kinds: values.kind }),
      }
      return handOverAll(() => idOf(from).then((uid) => opened.server.handOver(ctx, uid, request)))
    })
    const { moved, left, parts, refused } = done
    const text = () => {
      const of = parts.filter((part) => part.moved > 0).map((part) => held(part, part.moved))
      const what = of.length > 0 ? of.join(', ') : 'nothing'
      return `${values['dry-run'] ? 'Would move' : 'Moved'} ${what}; ${left} left.`
    }
    print(io, { json: values.json, value: { moved, left, parts, refused }, text })
    for (const { kind, id, message } of refused)
      io.err(`The ${kind} ${id} could not be changed: ${message}\n`)
    return left > 0 ? 1 : undefined
  },
})

/** For example: 2 teams by memberUids. */
const held = ({ kind, field }: { readonly kind: string; readonly field: string }, count: number): string =>
  `${counted(count, kindNamed(kind).noun)} by ${field}`

/** Each call moves a batch; the results are added up. */
async function handOverAll(once: () => Promise<HandOver>): Promise<HandOver> {
  let done = await once()
  while (!done.dryRun && done.left > 0) {
    const next = await once()
    const parts = next.parts.map((part, index) => ({
      ...part,
      moved: part.moved + (done.parts[index]?.moved ?? 0),
    }))
    const isStuck = next.moved === 0
    done = { ...next, parts, moved: next.moved + done.moved }
    if (isStuck) break
  }
  return done
}

/** A deactivated member keeps their responsibilities until they are handed over. */
export async function warnAboutResponsibilities(
  values: Values<typeof common>,
  user: Pick<Stored<Kinds['user']>, 'id' | 'email'>,
  io: Io,
): Promise<void> {
  const left = await withStore(values, async (opened) => {
    const ctx = await contextFor(opened, { org: values.org, mode: 'live' })
    return (await opened.server.responsibilitiesOf(ctx, user.id, 1)).responsibilities
  })
  const words = left
    .filter(({ canHandOver, count }) => canHandOver && count > 0)
    .map((part) => held(part, part.count))
  if (words.length === 0) return
  io.err(
    `They still have ${words.join(', ')} in live mode: "svc user hand-over --email ${user.email} --to …" moves it.\n`,
  )
}
