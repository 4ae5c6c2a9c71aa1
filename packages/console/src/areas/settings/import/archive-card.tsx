import { useEffect, useRef, useState } from 'react'
import { fileFrom, saveFile } from '../../../api/save-file.ts'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Note } from '../../../design/note.tsx'
import parts from '../../../design/parts.module.css'
import { tell } from '../../../design/toast.tsx'
import { said } from '../../../design/trouble.ts'
import { LiveSide, useMode } from '../../../session/mode.tsx'
import { plainFigures } from '../../../words/figures.ts'

/** The whole organisation in one file. It is made in live mode, whichever is shown. */
export const ArchiveCard = () => (
  <LiveSide>
    <Card title="Archive">
      <div className={parts.stack}>
        <p className={parts.soft}>
          The whole organisation as it is at one moment, in one zip file: to move it to another server, or to
          keep a copy. Work goes on meanwhile.
        </p>
        <p className={parts.soft}>
          <strong>In it</strong> are the catalog with live and test data, its history, the images of runbooks,
          members with their roles, and the settings of sign-in and integrations. Treat it as confidential.
        </p>
        <p className={parts.soft}>
          <strong>Not in it</strong> is anything that opens a door: passwords, second factors, passkeys,
          tokens, keys, SAML keys, on-call feeds, webhooks and vault items. Where it is loaded, people get new
          links, and the rest is entered again.
        </p>
        <p className={parts.soft}>
          <strong>To load it</strong>, whoever runs the other server does <code>svc import archive FILE</code>
          . It checks the whole file first, loads everything or nothing, and says how people get in.
        </p>
        <Download />
      </div>
    </Card>
  </LiveSide>
)

function Download() {
  const { client } = useMode()
  const [bytes, setBytes] = useState<number | null>(null)
  const [problem, setProblem] = useState<string>()
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const run = async () => {
    const own = new AbortController()
    stop.current = own
    setProblem(undefined)
    setBytes(0)
    try {
      const { name = 'archive.zip', body } = await client.download('exportArchive', { signal: own.signal })
      const file = await fileFrom(body, 'application/zip', setBytes)
      saveFile(file, name)
      tell(`The archive is whole: ${inBytes(file.size)}`, name)
    } catch (error) {
      if (!own.signal.aborted) setProblem(`There is no file: ${said(error)}`)
    } finally {
      setBytes(null)
    }
  }
  return (
    <>
      <div className={parts.row}>
        {bytes === null ? (
          <Button onClick={() => void run()}>Download archive</Button>
        ) : (
          <Button onClick={() => stop.current?.abort()}>
            <span role="status">{inBytes(bytes)} so far…</span> Stop
          </Button>
        )}
      </div>
      {problem && <Note tone="bad">{problem}</Note>}
    </>
  )
}

const inBytes = (bytes: number): string => plainFigures.bytes(bytes, {})
