import type { Fields } from '@svc/client'
import type { Kind } from '@svc/model'
import type { ComponentType } from 'react'

export interface PanelProps {
  readonly kind: Kind
  readonly record: Fields
}

/** A part of a record's page that only some kinds have; its code comes when it is looked at. */
export interface Panel {
  readonly id: string
  readonly label: string
  /** Before everything else: what people open such a record for. */
  readonly isFirst?: true
  load(): Promise<{ readonly default: ComponentType<PanelProps> }>
}

/** By the name of the kind, what stands beside what every record has. Each area adds its own. */
export const extraPanels: Readonly<Record<string, readonly Panel[]>> = {
  slo: [
    {
      id: 'budget',
      label: 'Error budget',
      isFirst: true,
      load: async () => ({ default: (await import('../../slos/slo-panel.tsx')).SloPanel }),
    },
  ],
  api: [
    {
      id: 'spec',
      label: 'Spec',
      load: async () => ({ default: (await import('../../specs/spec-panel.tsx')).SpecPanel }),
    },
  ],
  runbook: [
    {
      id: 'document',
      label: 'Document',
      isFirst: true,
      load: async () => ({ default: (await import('../../runbooks/document-panel.tsx')).DocumentPanel }),
    },
  ],
}
