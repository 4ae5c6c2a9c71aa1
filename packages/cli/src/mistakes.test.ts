import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commands } from './commands/index.ts'
import { allOf, anyOf } from './failure.ts'
import { runSvc } from './testing/run-svc.ts'

const names = commands.map(({ name }) => name)

type Mistake = readonly [line: string, answer: string, env?: Readonly<Record<string, string>>]

const mistakes: readonly Mistake[] = [
  ['serv', `svc has no command "serv"; it has ${allOf(names)}.`],
  ['--jason', `A command is missing: give ${anyOf(names)}, or --help.`],
  ['token', 'svc token needs a command: create, list or revoke.'],
  ['token make', 'svc token has no command "make"; it has create, list and revoke.'],
  [
    'org list --jason',
    'There is no option --jason; allowed: --data-dir, --database-url, --pg-pool, --pg-prepared, --pg-timeout, --json or --help.',
  ],
  [
    'org list -j',
    'There is no option -j; allowed: --data-dir, --database-url, --pg-pool, --pg-prepared, --pg-timeout, --json or --help.',
  ],
  ['org list --json=yes', '--json takes no value.'],
  ['org list more', '"more" is not expected: this command takes only options.'],
  ['org list --data-dir', '--data-dir needs a value: --data-dir DIR.'],
  ['org list --data-dir --json', '--data-dir needs a value: --data-dir DIR.'],
  ['org create --owner-email a@b.c', '--name is missing: give --name NAME.'],
  ['org create --name= --owner-email a@b.c', '--name must not be blank.'],
  [
    'org create --name A --owner-email ab',
    '--owner-email must be an address such as ada@example.com, not "ab".',
  ],
  ['user add --email a@b.c', '--role is missing: give --role viewer, member, admin or owner.'],
  ['user add --email a@b.c --role king', '--role must be viewer, member, admin or owner, not "king".'],
  ['token create --email a@b.c --mode prod', '--mode must be live or test, not "prod".'],
  [
    'token create --email a@b.c --scopes read,ingest',
    '--scopes must be one or more of read, write or admin, separated by commas, not "ingest".',
  ],
  [
    'key create --scopes admin',
    '--scopes must be one or more of read, write or ingest, separated by commas, not "admin".',
  ],
  [
    'key create --expires soon',
    '--expires must be a duration such as 90d, 12h or 30m, or a date such as 2027-01-31, not "soon".',
  ],
  ['key create --expires 2001-01-01', '--expires must be in the future, not at 2001-01-01T00:00:00.000Z.'],
  ['key revoke', 'ID is missing: the API key’s id, as in "svc key list".'],
  ['backup one two', '"two" is not expected: this command takes FILE.'],
  ['serve --port web', '--port must be a number from 0 to 65535, not "web".'],
  ['serve --port 70000', '--port must be a number from 0 to 65535, not "70000".'],
  [
    'serve --dns-server one.one.one.one',
    '--dns-server must be IP addresses, with a port if it is not 53, not "one.one.one.one".',
  ],
  ['serve', 'SVC_LOG must be info or error, not "loud".', { SVC_LOG: 'loud' }],
  [
    'serve',
    'SVC_BOOTSTRAP_TOKEN must be svc_pat_live_ followed by 48 characters of 0-9 and a-f.',
    { SVC_BOOTSTRAP_TOKEN: 'secret' },
  ],
  [
    'org list --database-url mysql://x',
    '--database-url must be an address such as postgres://user:password@host:5432/name.',
  ],
  ['demo --seed x', '--seed must be a whole number from 0 to 999999999, not "x".'],
]

for (const [line, answer, env] of mistakes) {
  test(`svc ${line}: ${answer}`, async () => {
    assert.deepEqual(await runSvc(line.split(' '), { env: env }), { code: 2, out: '', err: `${answer}\n` })
  })
}

test('for an unknown job the available ones are listed', async () => {
  const { code, out, err } = await runSvc(['job', 'run', 'nothing'])
  assert.deepEqual({ code, out }, { code: 2, out: '' })
  assert.match(err, /^There is no job "nothing"; available: slo-calculator, .* or [a-z-]+\.\n$/)
})
