import { counted, modes } from '@svc/model'
import { type Command, defineCommand } from '../command.ts'
import { compareVariables } from '../drift/compare.ts'
import { checkReport, sendReport } from '../drift/report.ts'
import { readVariables } from '../drift/variables.ts'
import { Failure } from '../failure.ts'
import { contextFor } from '../organisation.ts'
import { print, table } from '../output.ts'
import { jsonOption, orgOption, storeOptions } from '../store-options.ts'
import { withStore } from '../with-store.ts'

const scan = defineCommand({
  name: 'scan',
  summary: 'Compare two dotenv files and report what differs: names only, never a value.',
  details: `Values never leave this machine. The report contains only their fingerprints, made with a salt that is discarded at once.
With --endpoint the report is sent to a server, using a key with the ingest scope, or your own sign-in (svc login); without it, to the store directly.
A pipeline needs no key: its own ID token is exchanged for one (SVC_ID_TOKEN, SVC_ID_TOKEN_FILE).`,
  options: {
    app: { type: 'string', value: 'ID', about: 'The project: prj_…', required: true },
    expected: { type: 'string', value: 'FILE', about: 'The variables as they should be', required: true },
    actual: {
      type: 'string',
      value: 'FILE',
      about: 'The variables as they are; "env" for those of this process, where additional ones are ignored',
      required: true,
    },
    environment: {
      type: 'string',
      value: 'NAME',
      about: 'The name of the environment: each has its own latest scan',
      default: 'default',
    },
    'external-id': {
      type: 'string',
      value: 'ID',
      about: 'Your own id for this scan: the same id again replaces it',
    },
    'dry-run': { type: 'boolean', about: 'Compare, and report nothing' },
    'fail-on-drift': { type: 'boolean', about: 'Exit with code 3 if anything differs' },
    endpoint: { type: 'string', value: 'URL', about: 'The server to report to', env: 'SVC_ENDPOINT' },
    token: {
      type: 'string',
      value: 'TOKEN',
      about: 'A credential for it; else that of svc login',
      env: 'SVC_API_TOKEN',
    },
    mode: {
      type: 'string',
      value: 'MODE',
      about: 'Live or test data, in the store',
      oneOf: modes,
      default: 'live',
    },
    ...orgOption,
    ...storeOptions,
    ...jsonOption,
  },
  examples: [
    ['svc drift scan --app prj_… --expected .env.example --actual env --fail-on-drift', 'in a pipeline'],
    [
      'svc drift scan --app prj_… --expected a.env --actual b.env --endpoint https://svc.example.com',
      'to a server',
    ],
  ],
  async run({ values, io }) {
    const isProcess = values.actual === 'env'
    const { environment, app: appId, endpoint, token } = values
    const expected = await readVariables(values.expected)
    // An empty file would look like no differences.
    if (Object.keys(expected).length === 0)
      throw new Failure(
        `There are no variables in ${values.expected}: it must have lines such as NAME=value.`,
      )
    const compared = compareVariables(expected, isProcess ? io.env : await readVariables(values.actual), {
      environment,
      countsExtra: !isProcess,
    })
    const externalId = values['external-id']
    const report = {
      appId,
      source: 'svc drift scan',
      environments: [environment],
      ...compared,
      ...(externalId !== undefined && { externalId }),
    }
    checkReport(report)
    const send = async (): Promise<string> =>
      endpoint === undefined
        ? withStore(values, async (opened) =>
            opened.server.reportDrift(await contextFor(opened, values), report),
          )
        : sendReport(report, { endpoint, token, env: io.env })
    const snapshotId = values['dry-run'] ? null : await send()
    const differences = compared.mappings.map(({ variable, kind }) => ({ variable, kind }))
    const count = `${counted(compared.mappingsTotal, 'variable')} compared in ${environment}, ${differences.length} differ.`
    const told =
      snapshotId === null ? 'Nothing was reported: this was a dry run.' : `Reported as ${snapshotId}.`
    print(io, {
      json: values.json,
      value: { snapshotId, environment, mappingsTotal: compared.mappingsTotal, drifted: differences },
      text: () =>
        [
          table(
            differences,
            { variable: ({ variable }) => variable, difference: ({ kind }) => kind },
            'Nothing differs.',
          ),
          `${count} ${told}`,
        ].join('\n\n'),
    })
    return values['fail-on-drift'] && differences.length > 0 ? 3 : undefined
  },
})

export const driftCommands: readonly Command[] = [scan]
