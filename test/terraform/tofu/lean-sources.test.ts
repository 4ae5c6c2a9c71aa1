import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutClouds } from './lean-sources.ts'

test('clouds go from the lists of an OpenTofu, with what registers them; all else stays', () => {
  const backends = `import (
\tbackendLocal "github.com/opentofu/opentofu/internal/backend/local"
\tbackendS3 "github.com/opentofu/opentofu/internal/backend/remote-state/s3"
)
\t\t"local": func(enc Encryption) Backend { return backendLocal.New(enc) },
\t\t"s3":    func(enc Encryption) Backend { return backendS3.New(enc) },
`
  assert.equal(
    withoutClouds(backends),
    backends
      .split('\n')
      .filter((line) => !/s3/i.test(line))
      .join('\n'),
  )
  const pbkdf2 = `\tif err := DefaultRegistry.RegisterKeyProvider(pbkdf2.New()); err != nil {
\t\tpanic(err)
\t}
`
  const imported = '\t"github.com/opentofu/opentofu/internal/encryption/keyprovider/pbkdf2"\n'
  const cloud = (text: string) => text.replaceAll('pbkdf2', 'aws_kms')
  assert.equal(withoutClouds(cloud(imported) + imported + pbkdf2 + cloud(pbkdf2)), imported + pbkdf2)
})
