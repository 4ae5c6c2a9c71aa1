import { CatalogError } from '@svc/model'
import { useState } from 'react'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Note } from '../../design/note.tsx'
import { PageHead } from '../../design/page-head.tsx'
import parts from '../../design/parts.module.css'
import { TextField } from '../../design/text-field.tsx'
import { said } from '../../design/trouble.ts'
import { type DeviceRequest, decideDevice, readDeviceRequest } from '../../session/program-calls.ts'
import { DecisionCard } from './decision-card.tsx'

/** For the code that a program shows which has no browser of its own. */
export function DevicePage() {
  const [code, setCode] = useState(() => new URLSearchParams(window.location.search).get('user_code') ?? '')
  const [request, setRequest] = useState<DeviceRequest>()
  const [trouble, setTrouble] = useState<Error>()
  const [done, setDone] = useState<'approve' | 'deny'>()
  const read = async () => {
    setTrouble(undefined)
    await readDeviceRequest(code).then(setRequest, setTrouble)
  }
  return (
    <>
      <PageHead title="Sign in a program" />
      {done !== undefined ? (
        <Card title={done === 'approve' ? 'The program is signed in' : 'The program was refused'}>
          <p>You can close this page.</p>
        </Card>
      ) : request ? (
        <DecisionCard
          program={request.client.name}
          from={`${request.agent || 'A program without a name'}, at ${request.address ?? 'an unknown address'}`}
          asked={request.scopes}
          grantable={request.grantable}
          mode={request.mode}
          onDecide={async (decision) => {
            await decideDevice(code, decision)
            setDone(decision.decision)
          }}
        />
      ) : (
        <Card title="Enter the code that the program shows">
          <form
            className={parts.form}
            onSubmit={(event) => {
              event.preventDefault()
              void read()
            }}
          >
            <TextField
              label="Code"
              value={code}
              onChange={setCode}
              autoComplete="off"
              placeholder="XXXX-XXXX"
              error={isUnknown(trouble) ? trouble.message : undefined}
              required
            />
            {trouble && !isUnknown(trouble) && <Note tone="bad">{said(trouble)}</Note>}
            <div className={parts.row}>
              <Button type="submit" look="primary" disabled={code.trim() === ''}>
                Continue
              </Button>
            </div>
          </form>
        </Card>
      )}
    </>
  )
}

/** The message already says what to do about the code; records that are gone are something else. */
const isUnknown = (trouble: Error | undefined): trouble is CatalogError =>
  trouble instanceof CatalogError && (trouble.code === 'not_found' || trouble.code === 'invalid_request')
