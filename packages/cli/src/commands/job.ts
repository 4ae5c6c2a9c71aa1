import { type Command, defineCommand } from '../command.ts'
import { anyOf, UsageError } from '../failure.ts'
import { fetchAllowFailure } from '../fetch-allow.ts'
import { masterKeyOption, masterKeySource } from '../master-key.ts'
import { outboundOptions, readOutbound } from '../outbound-options.ts'
import { columns, print } from '../output.ts'
import { jsonOption, storeOptions } from '../store-options.ts'
import { withStore } from '../with-store.ts'

const run = defineCommand({
  name: 'run',
  summary: 'Run a background job once, now, whether or not a server runs.',
  operands: [{ value: 'NAME', about: 'one of those that "svc job list" names' }],
  options: { ...storeOptions, ...masterKeyOption, ...outboundOptions, ...jsonOption },
  examples: [
    ['svc job run slo-calculator', 'asks Prometheus and takes the snapshots of the current quarter hour'],
    ['svc job run slo-calculator --json', '{job, summary}'],
    ['svc job run sso-domains --dns-server 9.9.9.9', 'looks for the proofs that are due'],
    ['svc job run oncall-refresh', 'asks the on-call providers with the credentials of the vault'],
  ],
  async run({ values, operands: [name = ''], io }) {
    const { jobNames, runJobAlone } = await import('@svc/server/jobs')
    if (!jobNames.includes(name)) {
      throw new UsageError(`There is no job ${JSON.stringify(name)}; there is ${anyOf(jobNames)}.`)
    }
    const outbound = readOutbound(values)
    const log = (line: object): void => io.err(`${JSON.stringify(line)}\n`)
    const { summary } = await withStore(values, ({ store }) =>
      runJobAlone({ store, masterKey: masterKeySource(values, io.env), log, ...outbound }, name),
    ).catch((error: unknown) => {
      throw fetchAllowFailure(error) ?? error
    })
    print(io, { json: values.json, value: { job: name, summary }, text: () => `${name}: ${summary}.` })
    return undefined
  },
})

const list = defineCommand({
  name: 'list',
  summary: 'Name the background jobs.',
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
