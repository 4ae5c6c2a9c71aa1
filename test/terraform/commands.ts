import assert from 'node:assert/strict'
import type { Run, Workspace } from './tofu/workspace.ts'

type Values = Readonly<Record<string, unknown>>

/** What a plan file says of one object. */
export interface PlannedChange {
  readonly address: string
  readonly type: string
  readonly name: string
  readonly change: {
    readonly actions: readonly string[]
    readonly before: Values | null
    readonly after: Values | null
    /** Those of `after` that only the apply will tell. */
    readonly after_unknown: Values
    readonly importing?: { readonly id: string }
  }
}

interface ShownPlan {
  readonly resource_changes: readonly PlannedChange[]
  /** What others have changed since the state was written. */
  readonly resource_drift?: readonly PlannedChange[]
}

export interface MadePlan extends ShownPlan {
  /** What it says to people. */
  readonly text: string
}

const planFile = 'plan.bin'

/** Plans into a file, and reads that. */
export async function plan(workspace: Workspace, args: readonly string[] = []): Promise<MadePlan> {
  const { stdout: text } = succeeded(await workspace.run(['plan', `-out=${planFile}`, ...args]))
  const shown = succeeded(await workspace.run(['show', '-json', planFile])).json as ShownPlan
  return { ...shown, text }
}

/** Does what the plan file says. */
export async function applyPlan(workspace: Workspace): Promise<void> {
  succeeded(await workspace.run(['apply', planFile]))
}

export async function apply(workspace: Workspace): Promise<void> {
  succeeded(await workspace.run(['apply', '-auto-approve']))
}

export async function destroy(workspace: Workspace): Promise<void> {
  succeeded(await workspace.run(['destroy', '-auto-approve']))
}

export async function hasNothingToDo(workspace: Workspace): Promise<void> {
  const { code, stdout, stderr } = await workspace.run(['plan', '-detailed-exitcode'])
  assert.equal(code, 0, `A plan without changes was expected:\n${stdout}${stderr}`)
}

export function succeeded(run: Run): Run {
  assert.equal(run.code, 0, run.stderr || run.stdout)
  return run
}

export async function outputsOf(workspace: Workspace): Promise<Values> {
  const { json } = succeeded(await workspace.run(['output', '-json']))
  const outputs = Object.entries(json as Readonly<Record<string, { readonly value: unknown }>>)
  return Object.fromEntries(outputs.map(([name, { value }]) => [name, value]))
}
