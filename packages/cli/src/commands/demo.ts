import { modes } from '@svc/model'
import { defineAction } from '../command.ts'
import { fill, hasProjects } from '../demo-fill.ts'
import { Failure, UsageError } from '../failure.ts'
import { ensureOrganisation, ownerOption, readFirstOwner, tokenNotice } from '../first-organisation.ts'
import { organisationFor } from '../organisation.ts'
import { columns, print } from '../output.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { withNewStore } from '../with-store.ts'

/** Each takes a few seconds and 50 MB. */
const maxTimes = 100

export const demo = defineAction({
  details: `Teams, projects, APIs, resources, systems, domains, dependencies, scorecards, issues, SLOs with history, costs
and more. The same seed produces the same catalog. An empty database gets its first organisation.
"svc serve --demo" starts a server with it.`,
  options: {
    ...orgOption,
    seed: { type: 'string', value: 'NUMBER', about: 'Which catalog', default: '42' },
    times: {
      type: 'string',
      value: 'NUMBER',
      about: 'How many copies of the company: 33 make about 40,000 records, in a few minutes',
      default: '1',
    },
    mode: { type: 'string', value: 'MODE', about: 'Which data to fill', oneOf: modes, default: 'live' },
    ...ownerOption,
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc demo', 'fills the only organisation'],
    ['svc demo --mode test --seed 7', 'another catalog, in its test data'],
    ['svc demo --times 33', 'a large one, to see how svc performs at scale'],
  ],
  async run({ values, io }) {
    const seed = readSeed(values.seed)
    const times = readTimes(values.times)
    const owner = readFirstOwner(values['owner-email'], io.env)
    await withNewStore(values, async (opened) => {
      const first = values.org === undefined ? await ensureOrganisation(opened, owner) : undefined
      const token = first?.token
      const organisation = await organisationFor(opened, values.org)
      if (await hasProjects(opened, organisation, values.mode)) {
        throw new Failure(
          `${organisation.name} (${organisation.id}) already has projects in ${values.mode} mode: choose another organisation with --org, or use --mode test.`,
        )
      }
      if (token !== undefined && !values.json) io.out(tokenNotice(owner.email, token))
      const made = await fill(opened, organisation, { filling: { mode: values.mode, seed, times }, io })
      print(io, {
        json: values.json,
        value: { organisationId: organisation.id, ...(token !== undefined && { token }), made },
        text: () => `Filled ${organisation.name} (${organisation.id}, ${values.mode}):\n${listOf(made)}`,
      })
    })
    return undefined
  },
})

function readSeed(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--seed must be a whole number from 0 to 999999999, not ${JSON.stringify(text)}.`)
}

function readTimes(text: string): number {
  const times = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (times >= 1 && times <= maxTimes) return times
  throw new UsageError(`--times must be a whole number from 1 to ${maxTimes}, not ${JSON.stringify(text)}.`)
}

const listOf = (made: Readonly<Record<string, number>>): string =>
  columns(
    Object.entries(made).map(([what, count]) => [String(count).padStart(6), what.replaceAll('_', ' ')]),
    '',
  )
