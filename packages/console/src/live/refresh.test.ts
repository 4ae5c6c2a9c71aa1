import assert from 'node:assert/strict'
import { setTimeout as passed } from 'node:timers/promises'
import { test } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { createRefresher } from './refresh.ts'

const burstMs = 10

/** A query with an active observer. */
function asked(queries: QueryClient, queryKey: readonly unknown[], answerMs = 0) {
  const counts = { asked: 0, answered: 0 }
  const queryFn = async () => {
    counts.asked++
    await passed(answerMs)
    return ++counts.answered
  }
  const stop = new QueryObserver(queries, { queryKey, queryFn, retry: false }).subscribe(() => undefined)
  return { counts, stop, shown: () => queries.getQueryData(queryKey) }
}

test('during a burst of events, slow responses still arrive and the server is idle most of the time', async () => {
  const queries = new QueryClient()
  const list = asked(queries, ['live', 'project', 'list', {}], 600)
  while (list.counts.answered < 1) await passed(10)
  const refresher = createRefresher(queries, 'live', () => undefined, { burstMs })
  const from = { ...list.counts }
  const startedAt = performance.now()
  for (let n = 0; performance.now() - startedAt < 2_500; n++) {
    refresher.add({ kind: 'project', id: `prj_${n}` })
    await passed(1)
  }
  const requests = list.counts.asked - from.asked
  assert.ok(Number(list.shown()) > from.answered, 'the list was never refetched')
  assert.ok(requests <= 3, `the list was requested ${requests} times in 2.5 s`)
  refresher.stop()
  list.stop()
  queries.clear()
})

test('the last change of a burst is always shown', async () => {
  const queries = new QueryClient()
  const list = asked(queries, ['live', 'project', 'list', {}], 30)
  await passed(100)
  const refresher = createRefresher(queries, 'live', () => undefined, { burstMs })
  refresher.add({ kind: 'project', id: 'prj_1' })
  while (list.counts.asked < 2) await passed(1)
  // It comes while the first request is in flight, whose response cannot include it.
  refresher.add({ kind: 'project', id: 'prj_2' })
  while (list.counts.asked < 3) await passed(1)
  refresher.stop()
  list.stop()
  queries.clear()
})

test('of single records, names and histories only those that changed are refetched', async () => {
  const queries = new QueryClient()
  const keys = [
    ['live', 'project', 'one', 'prj_1'],
    ['live', 'project', 'one', 'prj_2'],
    ['live', 'name', 'prj_1'],
    ['live', 'name', 'prj_2'],
    ['live', 'team', 'list', {}],
    ['test', 'project', 'one', 'prj_1'],
  ]
  const all = keys.map((key) => asked(queries, key))
  await passed(50)
  const refresher = createRefresher(queries, 'live', () => undefined, { burstMs })
  refresher.add({ kind: 'project', id: 'prj_1' })
  while (all[2]?.counts.asked !== 2) await passed(1)
  await passed(3 * burstMs)
  assert.deepEqual(
    all.map(({ counts }) => counts.asked),
    [2, 1, 2, 1, 1, 1],
  )
  refresher.stop()
  for (const { stop } of all) stop()
  queries.clear()
})

test('what is derived from a record is refetched with it: a renamed project changes its deployments', async () => {
  const queries = new QueryClient()
  const keys = [
    ['live', 'deployment', 'attention', ['team_1'], 1],
    ['live', 'cost_entry', 'projects'],
    ['live', 'runbook', 'list', {}],
  ]
  const all = keys.map((key) => asked(queries, key))
  await passed(50)
  const refresher = createRefresher(queries, 'live', () => undefined, { burstMs })
  refresher.add({ kind: 'project', id: 'prj_1' })
  while (all.slice(0, 2).some(({ counts }) => counts.asked < 2)) await passed(1)
  await passed(3 * burstMs)
  assert.deepEqual(
    all.map(({ counts }) => counts.asked),
    [2, 2, 1],
  )
  refresher.stop()
  for (const { stop } of all) stop()
  queries.clear()
})

test('a long list is not refetched automatically; one without an observer is removed from the cache', () => {
  const queries = new QueryClient()
  const news: string[] = []
  const pages = [1, 2, 3, 4, 5].map((page) => ({ items: [page] }))
  const shownKey = ['live', 'project', 'list', { q: 'a' }]
  queries.setQueryData(shownKey, { pages, pageParams: [] })
  queries.setQueryData(['live', 'project', 'list', { q: 'b' }], { pages, pageParams: [] })
  const shown = new QueryObserver(queries, { queryKey: shownKey, staleTime: Number.POSITIVE_INFINITY })
  const stop = shown.subscribe(() => undefined)
  return new Promise<void>((resolve) => {
    const refresher = createRefresher(
      queries,
      'live',
      (kind, count) => {
        news.push(`${kind} ${count}`)
        assert.deepEqual(news, ['project 2'])
        assert.equal(queries.getQueryState(shownKey)?.isInvalidated, false)
        assert.equal(queries.getQueryData(['live', 'project', 'list', { q: 'b' }]), undefined)
        refresher.stop()
        stop()
        queries.clear()
        resolve()
      },
      { burstMs },
    )
    for (const id of ['prj_1', 'prj_2']) refresher.add({ kind: 'project', id })
  })
})
