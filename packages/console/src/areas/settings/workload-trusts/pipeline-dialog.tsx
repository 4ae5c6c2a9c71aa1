import { Button } from '../../../design/button.tsx'
import { CopyButton } from '../../../design/copy-button.tsx'
import { Dialog } from '../../../design/dialog.tsx'
import parts from '../../../design/parts.module.css'
import { shownUrl } from '../../../session/base-path.ts'
import guide from '../../../../../../docs/pipelines.md?raw'
import { fileNames, pipelineFile } from './pipeline-file.ts'
import { platformOf, type Trust } from './trust.ts'
import styles from './trusts.module.css'

/** What the pipeline of a rule looks like, to be copied. */
export function PipelineDialog({ trust, onClose }: { readonly trust: Trust; onClose(): void }) {
  const file = pipelineFile(guide, trust, shownUrl)
  const platform = platformOf(trust)
  return (
    <Dialog
      isOpen
      isWide
      title={`Pipeline file for ${trust.name}`}
      onClose={onClose}
      foot={
        <>
          <CopyButton text={file} label="Copy the pipeline file" />
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className={parts.stack}>
        <p>
          Add this to <code>{fileNames[platform]}</code>. It needs no secret.{' '}
          {trust.scopes.includes('ingest') && platform !== 'other' && (
            <>
              Replace <code>prj_…</code> with the id of your project.{' '}
            </>
          )}
          {!trust.scopes.includes('write') &&
            'It can only read; to apply changes, the rule needs the scope write. '}
          Pipelines never delete records.
        </p>
        <div className={styles.file}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable. */}
          <pre tabIndex={0}>
            <code>{file}</code>
          </pre>
        </div>
        <p className={parts.faint}>
          For more, and what to do if a token is refused, see <code>docs/pipelines.md</code>.
        </p>
      </div>
    </Dialog>
  )
}
