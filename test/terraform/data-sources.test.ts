import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds, maxPage } from '@svc/model'
import { clockBetweenJobs, onlyInLongRun, useApp } from '@svc/server/testing'
import { useProvider } from './built-provider.ts'
import { attachedWorkspaceFor } from './catalog-workspace.ts'
import { apply, hasNothingToDo, outputsOf } from './commands.ts'
import { withNewestTofu } from './each-tofu.ts'
import { comparable } from './in-code.ts'
import { configurableAttributes, keptSchema } from './provider-schema.ts'
import { everyQuestion, type Question } from './questions.ts'

const provider = useProvider()

await withNewestTofu((tofu) => {
  const app = useApp('sqlite', { now: clockBetweenJobs() })

  test('every data source returns what the API returns, with any arguments', async (t) => {
    const organisation = await app.organisation()
    const askable = configurableAttributes((await keptSchema()).data_source_schemas)
    const questions = await everyQuestion(app, organisation, askable)
    assert.deepEqual([...new Set(questions.map(({ type }) => type))].toSorted(), Object.keys(askable))
    const workspace = await attachedWorkspaceFor(t, { app, tofu, provider }, organisation)
    await workspace.write('main.tf.json', JSON.stringify(configurationOf(questions), null, 2))
    await apply(workspace)
    const answers = await outputsOf(workspace)
    for (const question of questions) {
      const output = outputName(question)
      assert.deepEqual(comparable(answers[output]), comparable(await question.answer()), output)
    }
    await hasNothingToDo(workspace)
  })

  // Paging does not involve the host: the provider's own tests always cover it.
  test('a list is complete, however many pages it has', { skip: onlyInLongRun }, async (t) => {
    const organisation = await app.organisation()
    const numbers = Array.from({ length: maxPage + 1 }, (_, n) => n)
    await Promise.all(numbers.map((n) => organisation.owner.post(kinds.team.path, { name: `Team ${n}` })))
    const workspace = await attachedWorkspaceFor(t, { app, tofu, provider }, organisation)
    const names = 'sort(data.svc_teams.all.teams[*].name)'
    await workspace.write('main.tf', `data "svc_teams" "all" {}\noutput "names" { value = ${names} }\n`)
    await apply(workspace)
    const { names: found } = await outputsOf(workspace)
    assert.deepEqual(found, numbers.map((n) => `Team ${n}`).toSorted())
  })
})

function configurationOf(questions: readonly Question[]): object {
  const data: Record<string, Record<string, unknown>> = {}
  for (const { type, name, config } of questions) data[type] = { ...data[type], [name]: config }
  const output = questions.map((question) => [
    outputName(question),
    { value: `\${data.${question.type}.${question.name}}` },
  ])
  return { data, output: Object.fromEntries(output) }
}

const outputName = ({ type, name }: Question): string => `${type}-${name}`
