import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv-line.ts'

test('commas, quotes and line breaks stay inside their value', () => {
  assert.equal(
    csvLine(['a,b', 'say "hi"', 'two\nlines', null, true]),
    '"a,b","say ""hi""","two\nlines",,true\r\n',
  )
})

test('what a spreadsheet would run is text; a negative number stays a number', () => {
  assert.equal(csvLine(['=1+1', '@SUM(A1)', '+1', '-x', -3]), "'=1+1,'@SUM(A1),'+1,'-x,-3\r\n")
  assert.equal(csvLine(['=HYPERLINK("http://a","b")']), '"\'=HYPERLINK(""http://a"",""b"")"\r\n')
})
