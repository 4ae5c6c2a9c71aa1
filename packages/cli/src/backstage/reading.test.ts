import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { startHttp, useApp } from '@svc/server/testing'
import type { ImportResult } from './result.ts'
import { entity, sceneOn } from './testing/scene.ts'

const app = useApp('sqlite')

type Page = string | { readonly status: number; readonly type?: string; readonly text?: string }

/** A host of raw files, as a git host serves them. */
async function hostOf(t: TestContext, pages: Readonly<Record<string, Page>>) {
  const asked: string[] = []
  const { port } = await startHttp(t, (request, response) => {
    asked.push(request.url ?? '')
    const page = pages[(request.url ?? '').split('?')[0] ?? ''] ?? { status: 404 }
    const {
      status,
      type = 'text/plain',
      text = '',
    } = typeof page === 'string' ? { status: 200, text: page } : page
    response.writeHead(status, { 'content-type': type }).end(text)
  })
  const host = `127.0.0.1:${port}`
  return { asked, host, url: `http://${host}` }
}

const location = (name: string, ...targets: readonly string[]): string =>
  entity('Location', name, `targets: ${JSON.stringify(targets)}`)

const refsOf = ({ lines }: ImportResult): readonly string[] =>
  lines.filter(({ action }) => action === 'create').map(({ ref }) => ref)

test('a catalog on a git host is read by the addresses of its pages', async (t) => {
  const scene = await sceneOn(app, t)
  const { asked, host, url } = await hostOf(t, {
    '/acme/catalog/raw/main/all.yaml': location(
      'all',
      './apis/*.yaml',
      './apis/api.yaml',
      './gone.yaml',
      './shop.yaml',
    ),
    '/acme/catalog/raw/main/apis/api.yaml': entity(
      'API',
      'orders',
      'type: openapi\ndefinition:\n  $openapi: ./orders.yaml',
    ),
    '/acme/catalog/raw/main/shop.yaml': entity(
      'Component',
      'shop',
      'type: x',
      'description:\n  $text: ./shop.md?token=hush',
    ),
    '/acme/catalog/raw/main/shop.md': 'Sells things.',
  })
  const address = `${url}/acme/catalog/blob/main/all.yaml`
  const refused = await scene.run(address)
  assert.equal(refused.code, 1)
  assert.match(refused.err, /^Nothing could be read\. .*may not be fetched/)

  const result = await scene.import(`${address}?token=hush`, '--fetch-allow', host)
  assert.deepEqual(refsOf(result), ['component:default/shop', 'api:default/orders'])
  assert.deepEqual(
    result.failures.map(({ why, hides }) => [why, hides]),
    [
      ['its target ./apis/*.yaml is a pattern, which only works for files', true],
      ['it answers with status 404', false],
    ],
  )
  assert.ok(
    asked.every((path) => path.includes('/raw/main/')),
    asked.join(),
  )
  assert.ok(asked.some((path) => path.endsWith('token=hush')))
  assert.ok(!JSON.stringify([result, await scene.listed()]).includes('hush'))
  const { body } = await scene.org.owner.get('/apis')
  assert.equal(body.apis[0].specUrl, `${url}/acme/catalog/blob/main/apis/orders.yaml`)
  assert.equal((await scene.org.owner.get('/projects')).body.projects[0].description, 'Sells things.')
})

test('if a host fails, nothing behind it is reported as gone', async (t) => {
  const scene = await sceneOn(app, t)
  const pages: Record<string, Page> = { '/all.yaml': location('all', './a.yaml', './b.yaml') }
  const { host, url } = await hostOf(t, pages)
  const run = () => scene.import(`${url}/all.yaml`, '--fetch-allow', host)
  pages['/a.yaml'] = entity('Component', 'a')
  pages['/b.yaml'] = entity('Component', 'b')
  await run()
  for (const bad of [
    { status: 500 },
    { status: 403 },
    { status: 200, type: 'text/html', text: '<p>Sign in' },
  ]) {
    pages['/b.yaml'] = bad
    const { counts, failures } = await run()
    assert.deepEqual([counts.gone, failures.length, failures[0]?.hides], [0, 1, true])
  }
  pages['/b.yaml'] = { status: 404 }
  assert.equal((await run()).counts.gone, 1)
})

test('a folder is searched only for files meant for a catalog', async (t) => {
  const scene = await sceneOn(app, t)
  await scene.write({
    'a/catalog-info.yaml': entity('Component', 'a'),
    'b/deep/er/anything.yml': `# two\n${entity('Component', 'b')}---\n${entity('Component', 'b2')}`,
    'c.yaml': '{"apiVersion": "backstage.io/v1alpha1", "kind": "Component", "metadata": {"name": "c"}}',
    'node_modules/x/catalog-info.yaml': entity('Component', 'x'),
    '.hidden/catalog-info.yaml': entity('Component', 'y'),
    'deploy.yaml':
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: z\n  labels: {backstage.io/x: y}\n',
    'chart.yaml': '{{ if .Values.x }}\nkind: [\n',
    'openapi.yaml': 'openapi: 3.1.0\n',
    'empty.yaml': '',
  })
  await symlink(scene.dir, join(scene.dir, 'a/loop'))
  const { failures, ...result } = await scene.import('.', '--dry-run')
  assert.deepEqual(failures, [])
  assert.deepEqual(
    refsOf(result as ImportResult).toSorted(),
    ['a', 'b', 'b2', 'c'].map((name) => `component:default/${name}`),
  )
})

test('Locations are followed to patterns, in cycles and up to a limit', async (t) => {
  const scene = await sceneOn(app, t)
  const chain = Array.from({ length: 15 }, (_, n) => [
    `chain/${n}.yaml`,
    location(`l${n}`, `./${n + 1}.yaml`),
  ])
  await scene.write({
    'all.yaml': location(
      'all',
      './services/*/catalog-info.yaml',
      './all.yaml',
      'url:./chain/0.yaml',
      './none/*.yaml',
      './services/a',
      '/dev/zero',
    ),
    'services/a/catalog-info.yaml': `${entity('Component', 'a')}---\n${location('back', '../../all.yaml')}`,
    'services/b/catalog-info.yaml': entity('Component', 'b'),
    'services/node_modules/catalog-info.yaml': entity('Component', 'x'),
    ...Object.fromEntries(chain),
  })
  const result = await scene.import('all.yaml', '--dry-run')
  assert.deepEqual(refsOf(result), ['component:default/a', 'component:default/b'])
  assert.deepEqual(
    result.failures.map(({ why }) => why),
    [
      'it is outside the imported folder (allow another with --root DIR); location:default/all points there',
      'it is a directory; name a file in it, or a pattern such as ./*/catalog-info.yaml',
      'it is more than 10 Locations deep',
    ],
  )
})

test('errors in a hostile or careless file are reported, and the rest is imported', async (t) => {
  const scene = await sceneOn(app, t)
  const bomb = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    'b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]',
    'c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]',
    'd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]',
    'e: [*d, *d, *d, *d, *d, *d, *d, *d, *d]',
  ].join('\n')
  const long = 'ä'.repeat(10_050)
  await scene.write({
    'bomb.yaml': `apiVersion: backstage.io/v1alpha1\nkind: Component\n${bomb}\n`,
    'broken.yaml': 'apiVersion: backstage.io/v1alpha1\nkind: [\n',
    'big.yaml': `${entity('Component', 'big')}# ${'x'.repeat(5 * 1024 ** 2)}\n`,
    'proto.yaml': entity('Component', 'proto', '__proto__: {owner: x}\nowner: [1, {a: b}, null]'),
    'long.yaml': entity('Component', 'long', 'owner: x y z', `title: "\\0bad"\ndescription: ${long}`),
    'tags.yaml': entity(
      'API',
      'tags',
      'type: rest',
      `tags: ${JSON.stringify([...Array(60).keys()].map((n) => `t${n}`))}`,
    ),
    'twice.yaml': `${entity('Component', 'twice')}---\n${entity('component', 'TWICE')}`,
    'secret.yaml': entity('Component', 'secret', 'type: x', 'description:\n  $text: /etc/hostname'),
    'odd.yaml':
      'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: 7}\n---\napiVersion: backstage.io/v1\n',
  })
  const result = await scene.import('.')
  assert.deepEqual(
    result.failures.map(({ location: at, why }) => `${at.split('/').at(-1)}: ${why}`.slice(0, 70)).toSorted(),
    [
      'big.yaml: the document at line 1 has more than 5242880 characters, the most',
      'bomb.yaml: it is not valid YAML: ReferenceError: Excessive alias count indicates a resource exhaustion attack'.slice(
        0,
        70,
      ),
      'broken.yaml: it is not valid YAML: Flow sequence in block collection must be sufficiently indented'.slice(
        0,
        70,
      ),
      'secret.yaml: $text: /etc/hostname: it is outside the imported folder (allow another',
    ].map((line) => line.slice(0, 70)),
  )
  assert.deepEqual(
    result.lines.filter(({ action }) => action === 'skip').map(({ ref }) => ref),
    ['component:default/?', '(document)', 'component:default/twice'],
  )
  const limits = result.losses
    .find(({ loss }) => loss === 'limit')
    ?.notes.map(({ ref, what }) => `${ref} ${what.split(':')[0]}`)
  assert.deepEqual(limits?.toSorted(), [
    'api:default/tags tags',
    'component:default/long description',
    'component:default/long name',
  ])
  const { projects } = (await scene.org.owner.get('/projects')).body
  const found = projects.find(({ name }: { name: string }) => name === 'long')
  assert.equal(found.description, `${'ä'.repeat(9_999)}…`)
  assert.equal((await scene.org.owner.get('/apis')).body.apis[0].tags.length, 50)
  const again = await scene.import('.')
  assert.deepEqual([again.counts.create, again.counts.update], [0, 0])
})

test('caller errors are reported in one sentence', async (t) => {
  const scene = await sceneOn(app, t)
  await scene.write({ 'x/readme.md': 'nothing' })
  for (const [args, code, sentence] of [
    [[], 2, /^PATH\|URL is missing: give files, folders or addresses to read, or --list\.\n$/],
    [['.', '--list'], 2, /^--list reads nothing: leave out PATH\.\n$/],
    [['nowhere'], 1, /^Nothing could be read\. \S+\/nowhere: there is no such file\.\n$/],
    [['x'], 1, /^There is no catalog entity in x: one is YAML with/],
    [
      ['ftp://x/all.yaml'],
      2,
      /^An address must be of the form https:\/\/host\/path, not "ftp:\/\/x\/all.yaml"\.\n$/,
    ],
    [['https://'], 2, /^An address must be of the form /],
    [['x', '--fetch-allow', 'a b'], 1, /^--fetch-allow is wrong: /],
    [['x', '--mode', 'both'], 2, /^--mode must be live or test/],
  ] as const) {
    const ended = await scene.run(...args)
    assert.equal(ended.code, code, ended.err)
    assert.match(ended.err, sentence)
  }
  assert.match((await scene.run('--list')).out, /^Nothing has been imported yet/)
})

test('a file of any size is read document by document, and a fault in one hides only that one', async (t) => {
  const scene = await sceneOn(app, t)
  const filler = `description: ${'x'.repeat(9_000)}`
  const many = Array.from({ length: 900 }, (_, n) => entity('Component', `c${n}`, 'type: x', filler))
  many.splice(450, 0, 'kind: [\n', `${entity('Component', 'huge')}# ${'y'.repeat(5 * 1024 ** 2)}\n`)
  await scene.write({
    'all.yaml': many.join('---\n'),
    'lines.json': [1, 2].map((n) => `${JSON.stringify(component(`json-${n}`))}\n`).join(''),
  })
  const { counts, failures } = await scene.import('all.yaml', 'lines.json')
  assert.equal(counts.create, 902)
  const lines = many.slice(0, 451).join('---\n').split('\n').length
  assert.deepEqual(
    failures.map(({ why, hides }) => [why.replace(/:.* at line/, ': … at line'), hides]),
    [
      [`it is not valid YAML: … at line ${lines - 1}, column 8`, true],
      [`the document at line ${lines} has more than 5242880 characters, the most that one may have`, true],
    ],
  )
})

const component = (name: string) => ({
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name },
  spec: { type: 'service' },
})
