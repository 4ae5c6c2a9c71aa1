import type { TestContext } from 'node:test'
import type { TestApp, TestOrganisation } from '@svc/server/testing'
import type { BuiltProvider } from './built-provider.ts'
import type { Tofu } from './tofu/find-tofu.ts'
import { createWorkspace, type Workspace } from './tofu/workspace.ts'

export interface Surroundings {
  readonly app: TestApp
  readonly tofu: Tofu
  readonly provider: BuiltProvider
}

/** Says where the provider comes from; all else about it comes from the environment. */
export const requirements = 'terraform {\n  required_providers {\n    svc = { source = "svc/svc" }\n  }\n}\n'

/** A working directory whose provider speaks for the owner of an organisation. */
export async function workspaceFor(
  t: TestContext,
  { app, tofu, provider }: Surroundings,
  { ownerToken }: Pick<TestOrganisation, 'ownerToken'>,
): Promise<Workspace> {
  const workspace = await createWorkspace({
    tofu: tofu.path,
    provider: { devOverride: provider.dir },
    env: { SVC_ENDPOINT: app.url, SVC_API_TOKEN: ownerToken },
  })
  t.after(workspace.remove)
  await workspace.write('requirements.tf', requirements)
  return workspace
}
