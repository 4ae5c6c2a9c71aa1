import { kinds } from '@svc/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf } from '../../../api/records.ts'
import { LeaveGuard } from '../../../form/leave-guard.tsx'
import { useMode } from '../../../session/mode.tsx'
import { CommentForm } from './comment-form.tsx'

export function NewComment({ issueId }: { readonly issueId: string }) {
  const { client, mode } = useMode()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const create = useMutation({
    mutationFn: (bodyMd: string) => client.issueComment.create({ issueId, bodyMd }),
    onSuccess: () => {
      setText('')
      void queries.invalidateQueries({ queryKey: [mode, 'history', issueId] })
      return queries.invalidateQueries({ queryKey: keyOf(mode, kinds.issueComment) })
    },
  })
  return (
    <>
      <CommentForm
        label="New comment"
        send="Comment"
        text={text}
        onChange={setText}
        isBusy={create.isPending}
        error={create.error}
        onSend={() => create.mutate(text)}
      />
      <LeaveGuard isNeeded={() => text.trim() !== ''} onLeave={() => setText('')} noun="comment" />
    </>
  )
}
