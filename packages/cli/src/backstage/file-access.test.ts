import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFile, link, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { isDataDir, ownFile } from '@svc/server'
import { onEachEngine, useApp } from '@svc/server/testing'
import { acme } from '../testing/acme.ts'
import { jsonOf, runSvc, scratchDir } from '../testing/run-svc.ts'
import { createAllowedFiles } from './allowed-files.ts'
import type { ImportResult } from './result.ts'
import { entity, type Scene, sceneOn } from './testing/scene.ts'

const canary = 'canary-of-a-file-nobody-gave'
const outside = 'it is outside the imported folder (allow another with --root DIR)'

/** Every way in which a document can name a file. */
const ways: Readonly<Record<string, (target: string, name: string) => string>> = {
  $text: (target, name) => component(name, `description:\n  $text: ${quoted(target)}`),
  $json: (target, name) => component(name, `description:\n  $json: ${quoted(target)}`),
  $yaml: (target, name) => component(name, `description:\n  $yaml: ${quoted(target)}`),
  nested: (target, name) =>
    component(name, `links: [{url: 'https://x.example', title: {$text: ${quoted(target)}}}]`),
  target: (target, name) => entity('Location', name, `target: ${quoted(target)}`),
  targets: (target, name) => entity('Location', name, `targets: [${quoted(target)}]`),
}

const component = (name: string, more: string): string => entity('Component', name, 'type: x', more)
const quoted = (text: string): string => JSON.stringify(text)

/** Every way in which a path can be written. */
const spellings = (path: string): readonly string[] => {
  const encoded = pathToFileURL(path).href.replace(/[^/]$/, (last) => hex(last))
  return [
    path,
    `file:${path}`,
    `FILE:${path}`,
    `file://${path}`,
    `url:file://${path}`,
    encoded,
    `/.././${path}`,
  ]
}

const hex = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`

/** The command in this process: what it reads, not how it starts, is what matters here. */
async function importInto(scene: Scene, args: readonly string[]): Promise<ImportResult> {
  const { dataDir, databaseUrl = '' } = scene.location
  const env = { SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: databaseUrl }
  const { code, out, err } = await runSvc(
    [
      'import',
      'backstage',
      '--org',
      scene.org.id,
      '--json',
      ...args.map((arg) => arg.replace(/^@/, `${scene.dir}/`)),
    ],
    { env },
  )
  assert.equal(code, 0, err)
  return JSON.parse(out)
}

async function nothingLeaked(scene: Scene, result: unknown, secret: string, what: string): Promise<void> {
  assert.ok(!JSON.stringify(result).includes(secret), `${what}: in what is printed`)
  for (const path of ['/projects', '/links', '/audit-log']) {
    const { body } = await scene.org.owner.get(path)
    assert.ok(!JSON.stringify(body).includes(secret), `${what}: in ${path}`)
  }
}

onEachEngine((engine) => {
  const app = useApp(engine)

  test('nothing outside the given folder is read, however a document names it', async (t) => {
    const scene = await sceneOn(app, t)
    const elsewhere = await scratchDir(t)
    const secret = join(elsewhere, 'secret.yaml')
    await writeFile(secret, JSON.stringify(canary))
    await writeFile(join(scene.dir, 'beside.yaml'), JSON.stringify(canary))
    await mkdir(join(scene.dir, 'catalog'))
    await symlink(secret, join(scene.dir, 'catalog/link.yaml'))
    await symlink(elsewhere, join(scene.dir, 'catalog/folder'))
    const targets = [
      ...spellings(secret),
      '../beside.yaml',
      'file:../beside.yaml',
      './x/../../beside.yaml',
      './link.yaml',
      './folder/secret.yaml',
    ]
    const patterns = ['../*.yaml', `${elsewhere}/*`, '{..,x}/b*.yaml']
    const documents = Object.entries(ways).flatMap(([way, write]) =>
      [...targets, ...(way.startsWith('target') ? patterns : [])].map((target, index) => ({
        what: `${way} ${target}`,
        name: `${way.replace('$', '')}-${index}`,
        text: write(target, `${way.replace('$', '')}-${index}`),
      })),
    )
    await scene.write({
      'catalog/shop.yaml': entity('Component', 'shop'),
      'catalog/all.yaml': entity('Location', 'all', "target: './*.yaml'"),
      ...Object.fromEntries(documents.map(({ name, text }) => [`catalog/${name}.yaml`, text])),
    })
    // The folder first, then one file in it that points to all the others.
    for (const given of ['@catalog', '@catalog/all.yaml']) {
      const result = await importInto(scene, [given])
      await nothingLeaked(scene, result, canary, given)
      for (const { what, name } of documents) {
        const told = result.failures.find(
          ({ location, why }) => why.includes(`/${name} `) || location.endsWith(`/${name}.yaml`),
        )
        assert.ok(told?.why.includes(outside), `${given}: ${what}: ${told?.why}`)
      }
    }
    const { failures } = await importInto(scene, ['@catalog/text-8.yaml'])
    assert.deepEqual(
      failures.map(({ location, why }) => [basename(location), why]),
      [
        [
          'text-8.yaml',
          `$text: ${scene.dir}/beside.yaml: ${outside}, so component:default/text-8 is imported without it`,
        ],
      ],
    )
  })

  test('keys, databases, backups and archives of svc are refused even inside the given folder', async (t) => {
    const scene = await sceneOn(app, t)
    const { dir, env } = await acme(t)
    const key = randomBytes(32).toString('base64')
    const data = join(dir, 'data')
    await writeFile(join(data, 'master.key'), `${key}\n`)
    await writeFile(join(data, 'notes.txt'), key)
    await jsonOf(['backup', join(dir, 'copy.db')], { env })
    await jsonOf(['export', '--format', 'json', join(dir, 'archive')], { env })
    await mkdir(join(scene.dir, 'c'))
    const inside = (name: string): string => join(scene.dir, 'c', name)
    const hexKey = Buffer.from(key, 'base64').toString('hex')
    await symlink(data, inside('data'))
    await mkdir(inside('.svc'))
    for (const name of ['svc.db', 'master.key', 'notes.txt']) {
      await copyFile(join(data, name), inside(`.svc/${name}`))
    }
    await copyFile(join(data, 'svc.db'), inside('renamed.yaml'))
    await copyFile(join(dir, 'copy.db'), inside('backup.yaml'))
    await copyFile(join(dir, 'archive/users.ndjson'), inside('users.yaml'))
    await copyFile(join(dir, 'archive/manifest.json'), inside('manifest.yaml'))
    await link(join(data, 'master.key'), inside('hard.yaml'))
    await scene.write({
      'c/keys.yaml': `# Master keys of svc, the newest first\n${key}\n`,
      'c/several.yaml': `${hexKey}\n${key}\n`,
      'c/svc.db-wal': canary,
      'c/svc.db-shm': canary,
      'c/svc.db.before-2026': canary,
      'c/dump.yaml': `PGDMP${canary}`,
    })
    const names = [
      ...['.svc/master.key', '.svc/svc.db', '.svc/notes.txt', 'renamed.yaml', 'backup.yaml', 'users.yaml'],
      ...['manifest.yaml', 'hard.yaml', 'keys.yaml', 'several.yaml', 'svc.db-wal', 'svc.db-shm'],
      ...['svc.db.before-2026', 'dump.yaml', 'data/master.key', 'data/notes.txt'],
    ]
    const documents = names.flatMap((file, index) =>
      (['$text', 'target'] as const).map((way) => ({
        what: `${way} ${file}`,
        file,
        name: `thief-${index}-${way.replace('$', '')}`,
        text: ways[way]?.(`./${file}`, `thief-${index}-${way.replace('$', '')}`) ?? '',
      })),
    )
    await scene.write({
      'c/all.yaml': [entity('Component', 'shop'), ...documents.map(({ text }) => text)].join('---\n'),
    })
    const result = await importInto(scene, ['@c/all.yaml', '--root', dir])
    for (const { what, name, file } of documents) {
      const told = result.failures.find(
        ({ why, location }) => why.includes(`/${name} `) || location.endsWith(`/${file}`),
      )
      assert.match(told?.why ?? '', /it is .* of (svc|one), which is never imported/, what)
    }
    for (const secret of [key, hexKey, canary, 'ada@example.com']) {
      await nothingLeaked(scene, result, secret, 'all of them')
    }
  })

  test('--root allows another folder, and each source stays within its own', async (t) => {
    const scene = await sceneOn(app, t)
    await scene.write({
      'a/all.yaml': `${entity('Component', 'shop')}---\n${entity('Location', 'there', "targets: ['../b/one.yaml', '../b/*.yaml']")}`,
      'b/one.yaml': entity('Component', 'one', 'type: x', 'description:\n  $text: ../texts/one.md'),
      'b/own.yaml': entity('Location', 'own', 'target: ./one.yaml'),
      'texts/one.md': 'The first.',
    })
    const refused = await importInto(scene, ['@a', '--dry-run'])
    assert.equal(refused.failures.length, 2)
    const both = await importInto(scene, ['@a', '--root', '@b', '--root', '@texts'])
    assert.deepEqual(both.failures, [])
    const { projects } = (await scene.org.owner.get('/projects')).body
    assert.deepEqual(
      projects.map(({ name, description }: Record<string, string>) => [name, description]).toSorted(),
      [
        ['one', 'The first.'],
        ['shop', null],
      ],
    )
    // What a may not read, b may, although a named it first.
    const { lines } = await importInto(scene, ['@a/all.yaml', '@b/own.yaml', '--dry-run'])
    assert.ok(
      lines.some(({ ref }) => ref === 'component:default/one'),
      JSON.stringify(lines),
    )
    for (const [root, sentence] of [
      ['nowhere', /^There is no file nowhere\.\n$/],
      ['texts/one.md', /^--root texts\/one\.md is a file: name a folder\.\n$/],
    ] as const) {
      assert.match((await scene.run('a', '--root', root)).err, sentence)
    }
  })
})

test('the working directory and its data directory are not exempt', async (t) => {
  const dir = await scratchDir(t)
  const run = (...args: readonly string[]) => runSvc(args, { cwd: dir })
  await jsonOf(['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com'], { cwd: dir })
  const put = await runSvc(['vault', 'put', 'Key', '--keyword', 'key'], { cwd: dir, input: 'hush' })
  assert.equal(put.code, 0, put.err)
  const file = await readFile(join(dir, '.svc/master.key'), 'utf8')
  const key = file.trim().split('\n').at(-1) ?? ''
  await mkdir(join(dir, 'catalog'))
  const catalog = join(dir, 'catalog/all.yaml')
  await writeFile(catalog, component('thief', 'description:\n  $text: ../.svc/master.key'))
  for (const args of [['catalog'], ['catalog', '--root', '.svc']]) {
    const { code, out } = await run('import', 'backstage', ...args, '--json')
    assert.equal(code, 0)
    assert.ok(!out.includes(key))
    const { failures } = JSON.parse(out) as ImportResult
    assert.match(failures[0]?.why ?? '', /outside the imported folder|in the data directory of svc/)
  }
  const exported = await run('export', '--format', 'terraform', join(dir, 'tf'))
  assert.equal(exported.code, 0, exported.err)
  assert.ok(!(await readFile(join(dir, 'tf/projects.tf'), 'utf8')).includes(key.slice(0, 20)))
})

test('a file that is replaced by a link after it was checked is not read', async (t) => {
  const dir = await scratchDir(t)
  const [folder, away, other] = [join(dir, 'c/folder'), join(dir, 'away'), join(dir, 'other')]
  await mkdir(folder, { recursive: true })
  await mkdir(other)
  await writeFile(join(folder, 'a.yaml'), 'harmless')
  await writeFile(join(other, 'a.yaml'), canary)
  const files = createAllowedFiles({
    dataDirs: [],
    ownFile,
    async isDataDir(path) {
      // The path has been resolved by now, and nothing is open yet.
      if (path === folder) await rename(folder, away).then(() => symlink(other, folder))
      return isDataDir(path)
    },
  })
  await assert.rejects(files.read(join(folder, 'a.yaml'), [join(dir, 'c')]), {
    name: 'Unreadable',
    message: 'it was replaced while it was being read',
  })
})
