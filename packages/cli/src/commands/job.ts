import type { Ran } from '@svc/server/jobs'
import { type Command, defineCommand } from '../command.ts'
import { counted } from '@svc/model'
import { anyOf, UsageError } from '../failure.ts'
import { fetchAllowFailure } from '../fetch-allow.ts'
import { masterKeyOption, masterKeySource } from '../master-key.ts'
import { outboundOptions, readOutbound } from '../outbound-options.ts'
import { columns, print } from '../output.ts'
import { jsonOption, storeOptions } from '../store-options.ts'
import { withStore } from '../with-store.ts'

const run = defineCommand({
  name: 'run',
  summary: 'Run a background job once, now, whether or not a server is running.',
  details:
    'The exit code is 1 if everything it tried failed, for example because a credential is refused. If only some of it\n' +
    'failed it is 0: the rest is done, and the next run tries again. Either way stderr says how many failed, and why.',
  operands: [{ value: 'NAME', about: 'one of those listed by "svc job list"' }],
  options: { ...storeOptions, ...masterKeyOption, ...outboundOptions, ...jsonOption },
  examples: [
    [
      'svc job run slo-calculator',
      'asks Prometheus and takes the snapshots of the current quarter of an hour',
    ],
    ['svc job run slo-calculator --json', '{job, summary, failed, failures: [{reason, count, subjects}]}'],
    ['svc job run sso-domains --dns-server 9.9.9.9', 'checks the domains that are due'],
    ['svc job run oncall-refresh', 'asks the on-call providers with the credentials of the vault'],
  ],
  async run({ values, operands: [name = ''], io }) {
    const { jobNames, runJobAlone } = await import('@svc/server/jobs')
    if (!jobNames.includes(name)) {
      throw new UsageError(`There is no job ${JSON.stringify(name)}; available: ${anyOf(jobNames)}.`)
    }
    const outbound = readOutbound(values)
    const log = (line: object): void => io.err(`${JSON.stringify(line)}\n`)
    const ran = await withStore(values, ({ store }) =>
      runJobAlone({ store, masterKey: masterKeySource(values, io.env), log, ...outbound }, name),
    ).catch((error: unknown) => {
      throw fetchAllowFailure(error) ?? error
    })
    const { summary, failed, failures, isInVain } = ran
    const value = { job: name, summary, failed, failures }
    print(io, { json: values.json, value, text: () => `${name}: ${summary}.` })
    if (failed > 0) io.err(`${troubleOf(name, ran)}\n`)
    return isInVain ? 1 : undefined
  },
})

/** How much failed, and a line for each reason. */
function troubleOf(name: string, { failed, failures, isInVain }: Ran): string {
  const head = isInVain
    ? `${name}: everything failed (${failed} of ${failed}).`
    : `${name}: ${counted(failed, 'failure')}; the rest was done.`
  const reasons = failures.map(({ reason, count, subjects }) => {
    const more = count > subjects.length ? `, and ${counted(count - subjects.length, 'other')}` : ''
    return `  ${subjects.join(', ')}${more}: ${reason}`
  })
  return [head, ...reasons].join('\n')
}

const list = defineCommand({
  name: 'list',
  summary: 'List the background jobs.',
  options: jsonOption,
  examples: [['svc job list', 'each can be given to "svc job run"']],
  async run({ values, io }) {
    const { jobs } = await import('@svc/server/jobs')
    print(io, {
      json: values.json,
      value: jobs.map(({ name, about, everyMinutes = null }) => ({ name, about, everyMinutes })),
      text: (all) =>
        columns(
          all.map(({ name, about }) => [name, about]),
          '',
        ),
    })
    return undefined
  },
})

export const jobCommands: readonly Command[] = [run, list]
