import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import { allKinds, kinds } from '@svc/model'

/** What the code of each folder may import. `type` marks what it may import only as types. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'packages/model/src/shape': [],
  'packages/model/src/specs': [],
  'packages/model/src/identity': ['type packages/model/src/shape'],
  'packages/model/src/kind': ['packages/model/src/shape', 'packages/model/src/vocabulary.ts'],
  'packages/model/src/code': ['packages/model/src/shape', 'packages/model/src/kind'],
  'packages/model/src/upstreams': [
    'packages/model/src/shape',
    'packages/model/src/kind',
    'packages/model/src/vocabulary.ts',
  ],
  'packages/model/src/words': [
    'packages/model/src/shape',
    'packages/model/src/kind',
    'packages/model/src/upstreams',
  ],
  'packages/model/src/kinds': [
    'packages/model/src/shape',
    'packages/model/src/kind',
    'packages/model/src/identity',
    'packages/model/src/upstreams',
    'packages/model/src/vocabulary.ts',
  ],
  'packages/model/src/query': [
    'packages/model/src/shape',
    'packages/model/src/kind',
    'packages/model/src/kinds',
    'packages/model/src/words',
  ],
  'packages/model/src/operations': [
    'packages/model/src/shape',
    'packages/model/src/kind',
    'packages/model/src/kinds',
    'packages/model/src/query',
    'packages/model/src/specs',
    'packages/model/src/upstreams',
    'packages/model/src/vocabulary.ts',
    'type packages/model/src/errors.ts',
  ],
  'packages/model': [],
  'packages/server/src/store': ['@svc/model'],
  'packages/server/src/store/migrations': ['type packages/server/src/store/migration.ts'],
  'packages/server/src/outbound': ['@svc/model'],
  'packages/server/src/services': ['@svc/model', 'packages/server/src/store', 'packages/server/src/outbound'],
  'packages/server/src/http': [
    '@svc/model',
    'packages/server/src/services',
    'packages/server/src/version.ts',
    'type packages/server/src/store',
    'type packages/server/src/outbound',
  ],
  'packages/cli': ['@svc/model', '@svc/server', '@svc/client'],
  'packages/client': ['@svc/model'],
  'packages/provider/src/protocol': [],
  'packages/provider/src/plugin': ['packages/provider/src/protocol'],
  'packages/provider/src/rpc': ['packages/provider/src/protocol'],
  'packages/provider/src/catalog': [
    '@svc/model',
    '@svc/client',
    'packages/provider/src/protocol',
    'packages/provider/src/rpc',
  ],
  'packages/provider': ['@svc/model', '@svc/client'],
  'packages/console': ['@svc/model', '@svc/client'],
}

/** The layers of the console: each may use those before it. */
const floors = [
  'design',
  'words',
  'session',
  'api',
  'live',
  'values',
  'form',
  'list',
  'record',
  'areas',
  'app',
]
/** What a page of the browser begins with. */
const entries = ['main.tsx', 'docs.tsx']
const consoleFolder = 'packages/console/src'

/** Third-party packages that a folder may use; if none are named, all that package.json declares. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  'packages/model': [],
  'packages/client': [],
  'packages/provider/src/protocol': ['@msgpack/msgpack'],
  'packages/provider/src/plugin': [],
  'packages/provider/src/rpc': [],
  'packages/provider/src/catalog': [],
  'packages/server/src/store': ['pg'],
  'packages/server/src/services': [
    'tldts',
    'openid-client',
    'jose',
    '@simplewebauthn/server',
    '@simplewebauthn/server/helpers',
  ],
  'packages/server/src/outbound': ['undici', 'ipaddr.js', 'ical.js', 'nodemailer'],
  'packages/server/src/http': ['fastify', 'typebox'],
}

const root = resolve(import.meta.dirname, '..')

interface Import {
  readonly file: string
  /** A file of ours, relative to the root, or a package. */
  readonly target: string
  readonly isType: boolean
}

const store = 'packages/server/src/store'
const isInStore = (file: string): boolean => layerOf(file, [store]) !== undefined

/** Databases, and the files of the store that know their columns. A record as it was read is named everywhere. */
const runsStatements = ({ target, isType }: Omit<Import, 'file'>): boolean =>
  /^(node:sqlite|pg)$/.test(target) ||
  /^packages\/server\/src\/store\/(sql|codec|elements|event-texts|insert-rows|open-engine|sqlite|postgres)\.ts$/.test(
    target,
  ) ||
  (target === `${store}/table.ts` && !isType)

/** Test code may import everything. */
const isTestCode = (file: string): boolean =>
  /\.(test|type-test)\.ts$/.test(file) || /\/(testing|acceptance|conformance)\//.test(file)

const sources = filesIn('packages').filter((file) => /\/src\/.*\.tsx?$/.test(file) && !isTestCode(file))

test('imports point one way', () => {
  assert.ok(sources.length > 100, 'there is something to look at')
  const wrong = sources.flatMap((file) => {
    const layer = layerOf(file, Object.keys(mayImport))
    if (!layer) return []
    const allowed = mayImport[layer] ?? []
    return importsOf(file)
      .filter(({ target }) => isOurs(target) && layerOf(target, [layer]) === undefined)
      .filter(
        ({ target, isType }) =>
          isTestCode(`${target}/`) || !allowed.some((entry) => permits(entry, target, isType)),
      )
      .map(({ target, isType }) => `${file} imports ${isType ? 'type ' : ''}${target}`)
  })
  assert.deepEqual(wrong, [])
})

test('the console has floors, and its areas know nothing of each other', () => {
  const inside = sources.filter((file) => file.startsWith(`${consoleFolder}/`))
  assert.deepEqual(
    [...new Set(inside.map(floorOf))].sort(),
    [...floors, ...entries].sort(),
    'every folder is one of the floors',
  )
  const wrong = inside.flatMap((file) =>
    importsOf(file)
      .filter(({ target }) => target.startsWith(`${consoleFolder}/`) && !isBelow(target, file))
      .map(({ target }) => `${file} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('there are no import cycles', () => {
  assert.deepEqual(
    circlesIn(new Map(sources.map((file) => [file, importsOf(file).map(({ target }) => target)]))),
    [],
  )
})

test('each folder uses only the packages that belong to it', () => {
  const wrong = sources.flatMap((file) => {
    const layer = layerOf(file, Object.keys(mayUse))
    if (!layer) return []
    const used = importsOf(file).filter(({ target }) => !isOurs(target) && !target.startsWith('node:'))
    return used
      .filter(({ target }) => !mayUse[layer]?.includes(packageOf(target)))
      .map(({ target }) => `${file} imports ${target}`)
  })
  assert.deepEqual(wrong, [])
})

test('a package declares every package that it imports', () => {
  const wrong = sources.flatMap((file) => {
    const folder = file.split('/').slice(0, 2).join('/')
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    return importsOf(file)
      .map(({ target }) => packageOf(target))
      .filter((name) => !name.startsWith('packages/') && !name.startsWith('node:') && !(name in dependencies))
      .map((name) => `${file} imports ${name}`)
  })
  assert.deepEqual(wrong, [])
})

test('only the place where everything meets imports from every layer', () => {
  const top = sources.filter((file) => dirname(file) === 'packages/server/src')
  assert.deepEqual(top.map((file) => basename(file)).sort(), ['index.ts', 'main.ts', 'version.ts'])
})

test('only the store writes SQL', () => {
  const outside = sources.filter((file) => file.startsWith('packages/') && !isInStore(file))
  const wrong = outside.flatMap((file) =>
    sqlIn(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  assert.deepEqual(wrong, [])
  const inStore = sources
    .filter(isInStore)
    .filter((file) => sqlIn(readFileSync(join(root, file), 'utf8')).length > 0)
  assert.ok(inStore.length > 40, 'there is SQL to be found')
})

test('only the store knows how statements are run', () => {
  const wrong = sources
    .filter((file) => !isInStore(file))
    .flatMap((file) => importsOf(file).filter(runsStatements))
    .map(({ file, target }) => `${file} imports ${target}`)
  assert.deepEqual(wrong, [])
})

test('only the store makes a partition id, or looks into one', () => {
  const wrong = sources
    .filter((file) => file.startsWith('packages/server') || file.startsWith('packages/cli'))
    .filter((file) => file !== `${store}/partition-id.ts` && !file.startsWith(`${store}/migrations/`))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const read = !isInStore(file) && /\breadPartitionId\b/.test(text) ? ['readPartitionId'] : []
      return [...openedPartitionsIn(text), ...read].map((what) => `${file}: ${what}`)
    })
  assert.deepEqual(wrong, [])
})

test('every kind that has a file is registered', () => {
  const folder = 'packages/model/src/kinds'
  const registry = readFileSync(join(root, folder, 'index.ts'), 'utf8')
  const files = filesIn(folder).filter((file) => !isTestCode(file) && basename(file) !== 'index.ts')
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    // A kind that is about others is made of them.
    const defined = [...text.matchAll(/export const (\w+?)(?: =|Of = [^\n]+ =>)\s+defineKind\(/g)]
    assert.ok(defined.length > 0, `${file} defines a kind`)
    for (const [, name = ''] of defined) {
      assert.ok(name in kinds, `${name} of ${file} is in the registry`)
      assert.ok(registry.includes(`'./${basename(file)}'`), `${file} is imported by the registry`)
    }
  }
  assert.equal(new Set(allKinds).size, Object.keys(kinds).length)
})

test('files are named after what they hold, in kebab-case', () => {
  const names = [...filesIn('packages'), ...filesIn('test'), ...filesIn('bench'), ...filesIn('scripts')]
    .map((file) => basename(file))
    .filter((name) => name.endsWith('.ts') && !name.startsWith('.'))
  assert.deepEqual(
    names.filter((name) => /^(utils?|helpers?|common|lib|misc|shared)\b/.test(name)),
    [],
  )
  assert.deepEqual(
    names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)*\.ts$/.test(name)),
    [],
  )
})

test('the rules above detect violations', () => {
  assert.ok(permits('packages/server/src/store', 'packages/server/src/store/open.ts', false))
  assert.ok(permits('type packages/server/src/store', 'packages/server/src/store/open.ts', true))
  assert.ok(!permits('type packages/server/src/store', 'packages/server/src/store/open.ts', false))
  assert.ok(!permits('packages/server/src/store', 'packages/server/src/stores.ts', true))
  assert.deepEqual(
    importsIn(
      `import a from 'a'\nimport type { B } from './b.ts'\nexport { c } from '../c.ts'\nawait import('d')`,
    ),
    [
      { specifier: 'a', isType: false },
      { specifier: './b.ts', isType: true },
      { specifier: '../c.ts', isType: false },
      { specifier: 'd', isType: false },
    ],
  )
  const at = (place: string) => `${consoleFolder}/${place}`
  assert.ok(isBelow(at('design/button.tsx'), at('list/rows.tsx')))
  assert.ok(!isBelow(at('record/area.ts'), at('list/rows.tsx')), 'a floor does not use those above it')
  assert.ok(isBelow(at('areas/slos/words.ts'), at('areas/slos/index.ts')))
  assert.ok(!isBelow(at('areas/slos/words.ts'), at('areas/costs/index.ts')), 'an area does not use another')
  assert.ok(isBelow(at('areas/slos/words.ts'), at('app/areas.ts')))
  assert.deepEqual(
    circlesIn(
      new Map([
        ['a', ['b']],
        ['b', ['c', 'd']],
        ['c', ['a']],
        ['d', []],
      ]),
    ),
    ['a → b → c → a'],
  )
  assert.deepEqual(importsIn(`import { type A, type B } from './b.ts'`), [
    { specifier: './b.ts', isType: true },
  ])

  const statements = [
    "sql.all('select id, name from teams')",
    `await sql.all(\`
      select \${columns}
      from \${table}\`)`,
    'reader.all("SELECT COUNT(*) AS count")',
    "tx.run('insert into leases (name) values (?)')",
    "db.prepare('insert or replace into sums values (?, ?, ?)')",
    `tx.run(\`update \${table} set name = ?\`)`,
    "tx.run('delete from leases')",
    `sql.all(\`with recursive spending (id) as (\${next})\`)`,
    "db.exec('pragma journal_mode = off')",
    "tx.run('create table only_here (id text)')",
    `const where = \`\${table} where partition_id = ?\``,
  ]
  for (const statement of statements) assert.equal(sqlIn(statement).length, 1, statement)
  const prose = [
    "throw new Error('Select a project from the list.')",
    "'selected from'",
    "// 'select id from teams'",
    '/** `delete from leases` */',
    "const about = 'Update the team, or delete it from the list.'",
    'store.run(findOrganisation, id)',
  ]
  for (const words of prose) assert.deepEqual(sqlIn(words), [], words)
  assert.ok(runsStatements({ target: `${store}/sql.ts`, isType: true }))
  assert.ok(runsStatements({ target: 'node:sqlite', isType: false }))
  assert.ok(runsStatements({ target: `${store}/open-engine.ts`, isType: false }))
  assert.ok(runsStatements({ target: `${store}/table.ts`, isType: false }))
  assert.ok(!runsStatements({ target: `${store}/table.ts`, isType: true }))
  assert.ok(!runsStatements({ target: `${store}/queries/costs.ts`, isType: false }))

  const opened = [
    "partitionId.slice(0, partitionId.indexOf('-'))",
    "caller.organisation.home.replace('x', 'y')",
    "String(partitionId).split('.')",
    "id.endsWith('.test')",
    `const home = \`\${organisationId}.home\``,
    "organisationId + '.live'",
    'String(row.id) as PartitionId',
  ]
  for (const code of opened) assert.ok(openedPartitionsIn(code).length > 0, code)
  const closed = [
    'homeOf(partitionId)',
    'partitions.live',
    "kind.home === 'partition'",
    'place.partitionId',
    "'a.test.ts'",
  ]
  for (const code of closed) assert.deepEqual(openedPartitionsIn(code), [], code)
})

/**
 * Statements in the texts of a program, by their first words, and the column that all of them name. What begins with a
 * capital is a sentence.
 */
function sqlIn(code: string): readonly string[] {
  const begins = [
    String.raw`select\s[^'"\x60]*\bfrom\b`,
    String.raw`select\s+(?:1|count)\b`,
    String.raw`insert\s+(?:or\s+\w+\s+)?into\s`,
    String.raw`update\s+\S+\s+set\s`,
    String.raw`delete\s+from\s`,
    String.raw`with\s+recursive\s`,
    String.raw`(?:create|alter|drop)\s+(?:unlogged\s+)?(?:table|index)\s`,
    String.raw`pragma\s`,
  ].join('|')
  const statement = new RegExp(String.raw`['"\x60]\s*(?:${begins})|\bpartition_id\b`, 'g')
  const lower = withoutComments(code).replace(/\b[A-Z]{4,}\b/g, (word) => word.toLowerCase())
  return Array.from(lower.matchAll(statement), ([text]) => text.slice(0, 40))
}

const withoutComments = (code: string): string =>
  code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

/** Places where a partition id is taken apart, put together from texts, or claimed to be one. */
function openedPartitionsIn(code: string): readonly string[] {
  const id = String.raw`\b(?:partition|partitionId|homeId|home)\b`
  const opened = new RegExp(
    [
      String.raw`${id}\)?\.(?:slice|split|substring|replace|replaceAll|lastIndexOf|indexOf|startsWith|endsWith|at|match)\(`,
      String.raw`['"\x60]\.(?:live|test|home)['"\x60]`,
      String.raw`\}\.(?:live|test|home)\x60`,
      String.raw`\bas PartitionId\b`,
    ].join('|'),
    'g',
  )
  return Array.from(withoutComments(code).matchAll(opened), ([text]) => text)
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** The innermost of these folders that contains a file. */
function layerOf(file: string, folders: readonly string[]): string | undefined {
  return folders
    .filter((folder) => file === folder || file.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0]
}

const floorOf = (file: string): string => file.slice(consoleFolder.length + 1).split('/')[0] ?? ''

/** Whether a file of the console may be used by another: it is on a floor below, or in the same folder of its floor. */
function isBelow(target: string, user: string): boolean {
  const [from, to] = [floorOf(target), floorOf(user)]
  if (entries.includes(to)) return true
  if (from !== to) return floors.includes(from) && floors.indexOf(from) < floors.indexOf(to)
  const areaOf = (file: string) => file.split('/')[4]
  return from !== 'areas' || areaOf(target) === areaOf(user)
}

/** Each cycle once, by its files. */
function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, way: readonly string[]): void => {
    const place = way.indexOf(file)
    if (place >= 0) circles.push([...way.slice(place), file].join(' → '))
    if (place >= 0 || done.has(file)) return
    for (const target of imports.get(file) ?? []) visit(target, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return circles
}

function permits(entry: string, target: string, isType: boolean): boolean {
  const [, marker, place = ''] = /^(type )?(.*)$/.exec(entry) ?? []
  return (marker === undefined || isType) && layerOf(target, [place]) !== undefined
}

const isOurs = (target: string): boolean => target.startsWith('packages/') || target.startsWith('@svc/')

const packageOf = (target: string): string =>
  target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
    .replace(/^packages$/, 'packages/')

function importsOf(file: string): readonly Import[] {
  return importsIn(readFileSync(join(root, file), 'utf8'))
    .filter(({ specifier }) => !isText(specifier))
    .map(({ specifier, isType }) => ({
      file,
      isType,
      target: specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : specifier,
    }))
}

/** A page of the docs that the console shows a part of. */
const isText = (specifier: string): boolean => /\/docs\/[\w/-]+\.md\?raw$/.test(specifier)

function importsIn(text: string): readonly { readonly specifier: string; readonly isType: boolean }[] {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?([^'"`;]*?)from\s+'([^']+)'|\bimport\('([^']+)'\)|^import\s+'([^']+)'/gm,
  )
  return Array.from(statements, ([, type, names = '', from, dynamic, bare]) => ({
    specifier: from ?? dynamic ?? bare ?? '',
    isType: type !== undefined || isOnlyTypes(names),
  }))
}

/** `{ type A, type B }` names types alone. */
function isOnlyTypes(names: string): boolean {
  const inner = /^\{(.*)\}\s*$/s.exec(names.trim())?.[1]
  if (inner === undefined) return false
  const parts = inner.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').every((part) => part.startsWith('type '))
}
