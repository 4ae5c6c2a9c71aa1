import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { addUser } from '@svc/server'
import { isLongRun, onEachEngine, useApp } from '@svc/server/testing'
import { entity, harbour, type Scene, sceneOn } from './testing/scene.ts'

type Named = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string }

async function byName(scene: Scene, path: string): Promise<ReadonlyMap<string, Named>> {
  const { body } = await scene.org.owner.get(`/${path}`)
  return new Map((body[path] as Named[]).map((one) => [one.name, one]))
}

const both = [join(harbour, 'all.yaml'), join(harbour, 'org.yaml')]

onEachEngine((engine) => {
  const app = useApp(engine)

  test('a dry run shows what would be done, and does nothing', async (t) => {
    const scene = await sceneOn(app, t)
    const before = await scene.stand()
    const { code, out, err } = await scene.run(...both, '--dry-run')
    assert.deepEqual({ code, err }, { code: 0, err: '' })
    assert.match(out, /^create +team +group:default\/pilots$/m)
    assert.match(out, /^create +dependency +component:default\/berth-planner → resource:default\/berth-db/m)
    assert.match(out, /^skip +- +component:default\/badly named +metadata\.name must be 1 to 63/m)
    assert.match(out, /^skip +- +robot:default\/crane +svc has no equivalent of the kind robot/m)
    assert.match(
      out,
      /33 to create, 0 to update, 0 to adopt, 0 unchanged, 5 skipped\. Nothing was changed\.\n$/,
    )
    assert.deepEqual(await scene.stand(), before)
    assert.deepEqual(await scene.listed(), [])
  })

  test('a whole catalog is imported, and the second run changes nothing', async (t) => {
    const scene = await sceneOn(app, t)
    const ada = await addUser(app.store, scene.org.id, {
      ...{ email: 'ada@harbour.example', role: 'member', name: null },
    })
    const { counts, losses, lines } = await scene.import(...both)
    assert.deepEqual(
      { create: counts.create, skip: counts.skip, members: counts.members },
      { create: 33, skip: 4, members: 1 },
    )
    assert.deepEqual(Object.fromEntries(losses.map(({ loss, count }) => [loss, count])), {
      annotation: 1,
      group_hierarchy: 3,
      unknown_member: 2,
      subdomain: 1,
      user_owner: 2,
      local_definition: 1,
      api_type: 1,
      inline_definition: 2,
      unknown_lifecycle: 1,
      template_steps: 1,
      template_parameter: 1,
      unresolved: 1,
      self_reference: 1,
    })
    assert.ok(lines.every(({ action, why }) => action !== 'skip' || why))

    const teams = await byName(scene, 'teams')
    const projects = await byName(scene, 'projects')
    const apis = await byName(scene, 'apis')
    const resources = await byName(scene, 'resources')
    const pilots = teams.get('Pilots')
    assert.deepEqual([...teams.keys()].sort(), ['Harbour Ltd', 'Pilots', 'tide-office'])
    assert.deepEqual(pilots?.memberUids, [ada.id])
    const planner = projects.get('Berth planner')
    assert.equal(planner?.ownerTeamId, pilots?.id)
    assert.equal(planner?.githubUrl, 'https://github.com/harbour/berth-planner')
    assert.deepEqual([planner?.type, planner?.lifecycle, planner?.tags], ['service', 'production', ['java']])
    const screen = projects.get('berth-screen')
    assert.equal(screen?.description, 'The board on the quay.')
    assert.equal(screen?.repoUrl, 'https://git.harbour.example/screens/berth/')
    assert.equal(screen?.ownerTeamId, pilots?.id)
    assert.equal(projects.get('ferry')?.ownerTeamId, pilots?.id)
    assert.equal(projects.get('gate')?.ownerTeamId, null)
    const berths = apis.get('Berths API')
    assert.deepEqual(
      [berths?.kind, berths?.lifecycle, berths?.tags, berths?.specUrl, berths?.componentId],
      ['openapi', 'production', ['ships', 'rest'], null, planner?.id],
    )
    assert.equal(apis.get('tides')?.specUrl, 'https://harbour.example/specs/tides.graphql')
    assert.equal(apis.get('signals')?.lifecycle, 'experimental')
    assert.equal(apis.get('gate')?.kind, 'other')
    const store = resources.get('photo-store')
    assert.deepEqual([store?.kind, store?.provider], ['bucket', 'aws'])
    const system = (await byName(scene, 'systems')).get('berthing')
    assert.deepEqual(system?.componentIds, [planner?.id, screen?.id])
    assert.deepEqual(system?.resourceIds, [resources.get('berth-db')?.id])
    assert.equal(system?.domainId, (await byName(scene, 'domains')).get('berths')?.id)
    const template = (await byName(scene, 'templates')).get('A new service')
    assert.deepEqual(template?.templateRepo, { owner: 'harbour', repo: 'templates' })
    assert.deepEqual(
      ((template?.parameters ?? []) as { key: string; type: string }[]).map(
        ({ key, type }) => `${key} ${type}`,
      ),
      ['name string', 'owner team', 'language enum', 'public boolean'],
    )
    const { body } = await scene.org.owner.get('/dependencies?type=part_of')
    assert.deepEqual(
      (body.dependencies as Named[]).map(({ fromId, toId }) => [fromId, toId]),
      [[screen?.id, planner?.id]],
    )
    const links = await scene.org.owner.get(`/links?entityId=${berths?.id}`)
    assert.deepEqual((links.body.links as Named[]).map(({ title, type }) => `${type} ${title}`).sort(), [
      'dashboard Berth metrics',
      'other https://harbour.example/berths/help',
    ])
    const log = await scene.org.owner.get('/audit-log?type=project.created&limit=1')
    assert.equal(log.body.auditLog[0].actor.name, 'Backstage import')

    const stand = await scene.stand()
    const again = await scene.import(...both)
    assert.deepEqual(
      { ...again.counts },
      { create: 0, update: 0, adopt: 0, unchanged: 33, skip: 4, gone: 0, back: 0, members: 1 },
    )
    assert.deepEqual(await scene.stand(), stand)
  })

  test('a change in the source changes only that; the source wins in whatever it states', async (t) => {
    const scene = await sceneOn(app, t)
    const first = entity('Component', 'shop', 'owner: crew', 'description: Sells things.')
    await scene.write({ 'a.yaml': `${first}---\n${entity('Group', 'crew')}` })
    await scene.import('.')
    const shop = (await byName(scene, 'projects')).get('shop')
    const crew = (await byName(scene, 'teams')).get('crew')
    const { owner } = scene.org
    await owner.patch(`/projects/${shop?.id}`, { description: 'By hand.', repoUrl: 'https://by.hand/' })
    await owner.patch(`/teams/${crew?.id}`, { description: 'Ours.', slackChannel: '#crew' })
    const stand = await scene.stand()

    const changed = entity('Component', 'shop', 'owner: crew', 'title: The shop\ndescription: Sells things.')
    await scene.write({ 'a.yaml': `${changed}---\n${entity('Group', 'crew')}` })
    const { counts, lines } = await scene.import('.')
    assert.deepEqual([counts.update, counts.unchanged, counts.create], [1, 1, 0])
    assert.deepEqual(lines[0]?.fields.toSorted(), ['description', 'name'])
    assert.equal((await scene.stand()).seq, stand.seq + 1)
    const now = (await owner.get(`/projects/${shop?.id}`)).body
    assert.deepEqual(
      [now.name, now.description, now.repoUrl],
      ['The shop', 'Sells things.', 'https://by.hand/'],
    )
    const team = (await owner.get(`/teams/${crew?.id}`)).body
    assert.deepEqual([team.description, team.slackChannel], ['Ours.', '#crew'])

    await scene.write({
      'a.yaml': `${entity('Component', 'shop', 'type: x')}---\n${entity('Group', 'crew')}`,
    })
    await scene.import('.')
    const bare = (await owner.get(`/projects/${shop?.id}`)).body
    assert.deepEqual([bare.name, bare.description, bare.ownerTeamId], ['shop', null, null])
    assert.equal(bare.repoUrl, 'https://by.hand/')
  })

  test('what is gone is flagged and kept, and the flag is removed when it is back', async (t) => {
    const scene = await sceneOn(app, t)
    const shop = entity('Component', 'shop', 'dependsOn: [component:till]')
    const till = entity('Component', 'till')
    await scene.write({ 'shop.yaml': shop, 'till.yaml': till })
    await scene.import('.')
    await scene.write({ 'till.yaml': null })
    const dry = await scene.import('.', '--dry-run')
    assert.deepEqual([dry.counts.gone, dry.gone[0]?.goneSince], [1, null])
    const gone = await scene.import('.')
    assert.equal(gone.counts.gone, 1)
    assert.deepEqual(
      gone.gone.map(({ ref }) => ref),
      ['component:default/till'],
    )
    assert.equal((await byName(scene, 'projects')).size, 2)
    const second = await scene.run('.')
    assert.match(
      second.out,
      /Gone from the source, but kept here:\n {2}component:default\/till \(prj_\w+\) since 20/,
    )
    const since = (await scene.listed()).find(({ ref }) => ref === 'component:default/till')?.goneSince
    assert.equal(since, gone.gone[0]?.goneSince)

    await scene.write({ 'till.yaml': 'apiVersion: backstage.io/v1alpha1\nkind: [\n', 'shop.yaml': null })
    const blind = await scene.import('.', '--source', scene.dir).catch((error: Error) => error)
    assert.match(String(blind), /Nothing could be read/)
    await scene.write({ 'till.yaml': till, 'broken.yaml': 'apiVersion: backstage.io/v1alpha1\nkind: [\n' })
    const back = await scene.import('.')
    assert.deepEqual([back.counts.back, back.counts.gone, back.failures.length], [1, 0, 1])
    assert.equal((await scene.listed()).filter(({ goneSince }) => goneSince !== null).length, 0)
  })

  // These rely on the store in the same way as the tests above.
  test('labels and annotations are mapped where possible, and the rest is reported by name', async (t) => {
    const scene = await sceneOn(app, t)
    const more = (lines: readonly string[]) =>
      ['annotations:', ...lines.map((line) => `  ${line}`)].join('\n')
    const dashboard = 'https://grafana.example/d/shop'
    const secret = 'key-that-nobody-may-see'
    await scene.write({
      'shop.yaml': [
        entity(
          'Component',
          'shop',
          'type: service',
          `${more([
            'gitlab.com/project-slug: acme/shop',
            'gitlab.com/instance: git.acme.example',
            'backstage.io/source-location: url:https://git.acme.example/acme/shop/tree/main/',
            'backstage.io/techdocs-ref: url:https://git.acme.example/acme/shop/tree/main/docs',
            `grafana/overview-dashboard: ${dashboard}`,
            'grafana/dashboard-selector: "tags @> shop"',
            'opsgenie.com/team: shop-team',
            `pagerduty.com/integration-key: ${secret}`,
            'backstage.io/managed-by-location: url:https://git.acme.example/x',
          ])}\nlabels:\n  tier: "1"\n  env: production`,
        ),
        entity(
          'API',
          'orders',
          'type: openapi',
          more([
            'backstage.io/source-location: url:https://github.com/acme/orders/',
            'backstage.io/techdocs-ref: dir:.',
          ]),
        ),
        entity('Domain', 'sales', 'owner: none', more([`grafana/overview-dashboard: ${dashboard}`])),
      ].join('---\n'),
    })
    const result = await scene.import('shop.yaml')
    const notesOf = (name: string) =>
      result.losses
        .filter(({ loss }) => loss === name)
        .flatMap(({ notes }) => notes.map(({ ref, what }) => `${ref} ${what}`))
    assert.deepEqual(notesOf('label'), ['component:default/shop tier', 'component:default/shop env'])
    assert.deepEqual(notesOf('annotation'), [
      'component:default/shop backstage.io/source-location',
      'component:default/shop grafana/dashboard-selector',
      'component:default/shop opsgenie.com/team',
      'component:default/shop pagerduty.com/integration-key',
      'api:default/orders backstage.io/techdocs-ref',
    ])
    assert.ok(!JSON.stringify(result).includes(secret), 'no value is reported')
    const shop = (await byName(scene, 'projects')).get('shop')
    assert.equal(shop?.repoUrl, 'https://git.acme.example/acme/shop')
    const { body } = await scene.org.owner.get('/links')
    assert.deepEqual(
      body.links.map(({ type, title, url, entityKind }: Named) => [entityKind, type, title, url]).toSorted(),
      [
        ['api', 'repository', 'Source', 'https://github.com/acme/orders/'],
        ['component', 'dashboard', 'Grafana', dashboard],
        ['component', 'docs', 'Documentation', 'https://git.acme.example/acme/shop/tree/main/docs'],
        ['domain', 'dashboard', 'Grafana', dashboard],
      ],
    )
    assert.equal((await scene.import('shop.yaml')).counts.unchanged, result.counts.create)
  })

  test('the PagerDuty service of an annotation becomes an on-call binding', async (t) => {
    const scene = await sceneOn(app, t)
    const annotated = (id: string) =>
      entity('Component', 'shop', 'type: service', `annotations:\n  pagerduty.com/service-id: ${id}`)
    await scene.write({ 'shop.yaml': annotated('PSHOP1') })
    const { losses } = await scene.import('shop.yaml')
    const { bindings } = (await scene.org.owner.get('/oncall/bindings')).body
    assert.deepEqual(
      losses.filter(({ loss }) => loss === 'annotation'),
      [],
    )
    const [{ scope, provider, serviceId, scheduleId, id }] = bindings
    assert.deepEqual([scope, provider, serviceId, scheduleId], ['component', 'pagerduty', 'PSHOP1', null])
    assert.equal((await scene.import('shop.yaml')).counts.update, 0)
    // The service of a binding cannot change: that is reported, and the binding is kept.
    await scene.write({ 'shop.yaml': annotated('PSHOP2') })
    const again = await scene.import('shop.yaml')
    assert.ok(again.lines.some(({ action, kind }) => action === 'skip' && kind === 'oncall_binding'))
    assert.equal((await scene.org.owner.get(`/oncall/bindings/${id}`)).body.serviceId, 'PSHOP1')
  })

  if (engine === 'postgres' && !isLongRun) return

  test('if there is no catalog entity, that is reported and nothing is flagged as gone', async (t) => {
    const scene = await sceneOn(app, t)
    await scene.write({ 'shop.yaml': entity('Component', 'shop') })
    await scene.import('shop.yaml', '--source', 'repo')
    const location = entity('Location', 'all', 'targets: ["./none-*.yaml"]')
    await scene.write({
      'none/readme.md': 'nothing',
      'folder/values.yaml': 'replicas: 2',
      'empty.yaml': '',
      'values.yaml': 'replicas: 2',
      'text.yaml': 'just text',
      'config-map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c }',
      'kindless.yaml': 'apiVersion: backstage.io/v1alpha1\nmetadata: { name: c }',
      'location.yaml': location,
      'locations/all.yaml': location,
    })
    const names = ['none', 'folder', 'empty.yaml', 'values.yaml', 'text.yaml', 'config-map.yaml']
    for (const [index, name] of [...names, 'kindless.yaml', 'location.yaml', 'locations'].entries()) {
      const more = [[], ['--json'], ['--dry-run']][index % 3] ?? []
      const { code, out, err } = await scene.run(name, '--source', 'repo', ...more)
      assert.deepEqual([code, out], [1, ''], name)
      assert.equal(
        err,
        `There is no catalog entity in ${name}: one is YAML with "apiVersion: backstage.io/…", a kind and metadata.\n`,
      )
    }
    await scene.write({ 'location.yaml': entity('Location', 'all', 'target: ./gone.yaml') })
    const { code, err } = await scene.run('location.yaml', '--source', 'repo')
    assert.equal(code, 1)
    assert.match(
      err,
      /^There is no catalog entity in location\.yaml: .*gone\.yaml: there is no such file\.\n$/,
    )
    assert.deepEqual(
      (await scene.listed()).map(({ goneSince }) => goneSince),
      [null],
    )
    // What is found but cannot be imported is reported as usual.
    await scene.write({ 'robot.yaml': entity('Robot', 'crane') })
    assert.equal((await scene.import('robot.yaml')).counts.skip, 1)
  })

  test('documents with another apiVersion are not imported, from a file or a folder', async (t) => {
    const scene = await sceneOn(app, t)
    const foreign = (name: string) => entity('Component', name).replace('backstage.io', 'acme.example')
    await scene.write({
      'both/shop.yaml': entity('Component', 'shop'),
      'both/till.yaml': foreign('till'),
      'both/mixed.yaml': `${entity('Component', 'stall')}---\n${foreign('cart')}`,
      'both/none.yaml': 'kind: Component\nmetadata: { name: bare }\n',
      'both/locations.yaml': entity('Location', 'x', 'target: ./shop.yaml').replace(
        'backstage.io',
        'x.example',
      ),
      'foreign/till.yaml': foreign('till'),
    })
    const files = ['shop', 'till', 'mixed', 'locations'].map((name) => join('both', `${name}.yaml`))
    const notesOf = async (...given: readonly string[]) => {
      const { lines, counts, failures } = await scene.import(...given, '--dry-run')
      const seen = lines.map(({ action, ref, why }) => `${action} ${ref} ${why ?? ''}`.trim()).toSorted()
      return { lines: seen, counts, failures }
    }
    const asFiles = await notesOf(...files)
    assert.deepEqual(asFiles.lines, [
      'create component:default/shop',
      'create component:default/stall',
      'skip component:default/cart its apiVersion acme.example/v1alpha1 is not Backstage’s (backstage.io/…)',
      'skip component:default/till its apiVersion acme.example/v1alpha1 is not Backstage’s (backstage.io/…)',
      'skip location:default/x its apiVersion x.example/v1alpha1 is not Backstage’s (backstage.io/…)',
    ])
    assert.deepEqual(await notesOf('both'), asFiles)
    for (const given of ['foreign', join('foreign', 'till.yaml')]) {
      const { code, err } = await scene.run(given)
      assert.equal(code, 1, given)
      assert.match(err, /^There is no catalog entity in /)
    }
    const bare = await notesOf(...files, join('both', 'none.yaml'))
    assert.ok(
      bare.lines.includes('skip component:default/bare it has no apiVersion, such as backstage.io/v1alpha1'),
    )
  })

  test('a record that people created under the same name is adopted; of two with that name neither is', async (t) => {
    const scene = await sceneOn(app, t)
    const { owner } = scene.org
    const crew = (await owner.post('/teams', { name: 'The Crew', color: 'blue' })).body
    for (const name of ['Twins', 'twins']) await owner.post('/teams', { name })
    const old = (await owner.post('/projects', { name: 'shop', archived: true })).body
    await scene.write({
      'catalog-info.yaml': [
        entity('Group', 'crew', 'type: team', 'title: the crew\ndescription: From the source.'),
        entity('Group', 'crew', 'type: team', 'namespace: islands\ntitle: The crew'),
        entity('Group', 'twins'),
        entity('Component', 'shop', 'owner: crew'),
        entity('Component', 'stall', 'owner: twins'),
      ].join('---\n'),
    })
    const dry = await scene.run('.', '--dry-run')
    assert.match(
      dry.out,
      new RegExp(`^adopt +team +group:default/crew +${crew.id} has its name; sets name, description$`, 'm'),
    )
    const { counts, lines } = await scene.import('.')
    assert.deepEqual([counts.adopt, counts.create, counts.skip], [1, 3, 1])
    assert.match(lines.find(({ action }) => action === 'skip')?.why ?? '', /^2 records in svc have its name/)
    const adopted = (await owner.get(`/teams/${crew.id}`)).body
    assert.deepEqual(
      [adopted.name, adopted.description, adopted.color],
      ['the crew', 'From the source.', 'blue'],
    )
    assert.equal((await owner.get(`/projects/${old.id}`)).body.ownerTeamId, null)
    assert.equal((await scene.import('.')).counts.unchanged, 4)
  })

  test('a record that was deleted here is recreated while its source has it', async (t) => {
    const scene = await sceneOn(app, t)
    await scene.write({ 'a.yaml': `${entity('Component', 'shop')}---\n${entity('Component', 'till')}` })
    await scene.import('.')
    for (const { id } of (await byName(scene, 'projects')).values()) {
      await scene.org.owner.delete(`/projects/${id}`)
    }
    await scene.write({ 'a.yaml': entity('Component', 'shop') })
    const { counts, lines } = await scene.import('.')
    assert.deepEqual([counts.create, counts.gone], [1, 0])
    assert.equal(lines[0]?.why, 'it was deleted in svc, but the source still has it')
    assert.deepEqual(
      (await scene.listed()).map(({ ref }) => ref),
      ['component:default/shop'],
    )
  })

  test('sources can be imported one by one: owners, systems and providers are found again', async (t) => {
    const scene = await sceneOn(app, t)
    await scene.write({
      'org.yaml': entity('Group', 'crew'),
      'systems.yaml': `${entity('System', 'sales', 'owner: crew')}---\n${entity('API', 'orders', 'type: openapi')}`,
      'shop.yaml': entity('Component', 'shop', 'owner: Crew\nsystem: sales\nprovidesApis: [orders]'),
    })
    for (const file of ['org.yaml', 'systems.yaml', 'shop.yaml']) await scene.import(file)
    const shop = (await byName(scene, 'projects')).get('shop')
    assert.equal(shop?.ownerTeamId, (await byName(scene, 'teams')).get('crew')?.id)
    assert.deepEqual((await byName(scene, 'systems')).get('sales')?.componentIds, [shop?.id])
    assert.equal((await byName(scene, 'apis')).get('orders')?.componentId, shop?.id)
    const stand = await scene.stand()
    for (const file of ['systems.yaml', 'org.yaml', 'shop.yaml']) {
      const { counts } = await scene.import(file)
      assert.deepEqual([counts.create, counts.update, counts.gone], [0, 0, 0], file)
    }
    assert.deepEqual(await scene.stand(), stand)

    await scene.write({ 'shop.yaml': entity('Component', 'shop', 'owner: crew') })
    await scene.import('shop.yaml')
    assert.deepEqual((await byName(scene, 'systems')).get('sales')?.componentIds, [])
  })

  test('an import does not affect test data or other organisations', async (t) => {
    const [one, other] = [await sceneOn(app, t), await sceneOn(app, t)]
    for (const scene of [one, other]) await scene.write({ 'a.yaml': entity('Component', 'shop') })
    await one.import('.', '--source', 'same')
    assert.equal((await one.import('.', '--source', 'same', '--mode', 'test')).counts.create, 1)
    assert.equal((await other.import('.', '--source', 'same')).counts.create, 1)
    assert.equal((await byName(one, 'projects')).size, 1)
    assert.equal((await one.listed()).length, 1)
  })
})
