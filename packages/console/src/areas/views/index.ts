import { kinds } from '@svc/model'
import { lazy } from 'react'
import type { Area } from '../../record/area.ts'
import { KeepList } from './keep-list.tsx'

export const viewsArea: Area = {
  lists: { Keep: KeepList },
  actions: {
    [kinds.view.name]: lazy(async () => ({ default: (await import('./open-list.tsx')).OpenList })),
  },
}
