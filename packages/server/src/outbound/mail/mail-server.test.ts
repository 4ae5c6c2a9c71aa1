import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMailServer, readSender, usualSender } from './mail-server.ts'

test('only what stays on this machine is sent in the open without being asked to', () => {
  for (const [url, tls] of [
    ['smtp://mail.example.com', 'starttls'],
    ['smtp://10.0.0.1:25', 'starttls'],
    ['smtp://127.example.com', 'starttls'],
    ['smtp://localhost.example.com', 'starttls'],
    ['smtp://mail.example.com?starttls=off', 'none'],
    ['smtps://mail.example.com', 'implicit'],
    ['smtp://localhost:1025', 'none'],
    ['smtp://svc:secret@127.0.0.1:1025', 'none'],
    ['smtp://[::1]:1025', 'none'],
    ['smtp://localhost:1025?starttls=required', 'starttls'],
    ['smtps://localhost', 'implicit'],
  ] as const)
    assert.equal(readMailServer(url).tls, tls, url)
})

test('who mails are from follows from what is set anyway', () => {
  for (const [smtpUrl, publicUrl, sender] of [
    ['smtp://mail.example.com', 'https://svc.example.com/catalog', 'svc@svc.example.com'],
    ['smtp://apikey:secret@mail.example.com', 'https://svc.example.com', 'svc@svc.example.com'],
    ['smtp://ada%40example.com:secret@mail.example.com', 'https://svc.example.com', 'ada@example.com'],
    ['smtp://mail.example.com', undefined, 'svc@localhost'],
    ['smtp://mail.example.com', 'http://192.0.2.7:8080', 'svc@localhost'],
    ['smtp://mail.example.com', 'https://[2001:db8::1]', 'svc@localhost'],
  ] as const)
    assert.equal(readSender(usualSender(smtpUrl, publicUrl)).address, sender)
})
