import { entityKinds } from '@svc/model'
import type { Area } from '../../record/area.ts'
import type { Panel } from '../../values/area-parts.ts'

const dependencies: Panel = {
  id: 'dependencies',
  label: 'Dependencies',
  position: 10,
  load: async () => ({ default: (await import('./dependencies.tsx')).Dependencies }),
}

export const graphArea: Area = {
  routes: [{ path: '/graph', load: async () => (await import('./graph-page.tsx')).GraphPage }],
  panels: Object.fromEntries(Object.values(entityKinds).map((name) => [name, [dependencies]])),
}
