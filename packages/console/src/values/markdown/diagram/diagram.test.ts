import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Diagram, DiagramTrouble, type Flow, type Sequence } from './diagram.ts'
import type { Picture } from './picture.ts'
import { placeFlow } from './place-flow.ts'
import { placeSequence } from './place-sequence.ts'
import { readDiagram } from './read-diagram.ts'

const place = (diagram: Diagram): Picture =>
  diagram.type === 'flow' ? placeFlow(diagram) : placeSequence(diagram)
const sentences = (source: string): readonly string[] => place(readDiagram(source)).sentences
const flow = (source: string): Flow => readDiagram(source) as Flow

describe('flowcharts', () => {
  test('nodes, shapes, labels and links', () => {
    const { direction, nodes, edges, groups } = flow(`---
title: Payments
---
flowchart LR
  %% a comment
  A[Start here] --> B{Is it "up"?}
  B -- yes --> C([Done]); B -->|no| D[("the (db)")]
  C & D -.-> E((End)):::warm
  E ==>|thick| F-1 --- G
  G <--> H; H --x I; I ~~~ J
  subgraph one [The first]
    K --> L{{six}}
    subgraph two
      M
    end
  end
  classDef warm fill:#f00
  click A "javascript:alert(1)"
  B -. maybe .-> two`)
    assert.equal(direction, 'LR')
    const byId = new Map(nodes.map((node) => [node.id, node]))
    assert.deepEqual(byId.get('A'), { id: 'A', label: 'Start here', shape: 'box', group: null })
    assert.equal(byId.get('B')?.shape, 'diamond')
    assert.equal(byId.get('B')?.label, 'Is it "up"?')
    assert.deepEqual([byId.get('D')?.label, byId.get('D')?.shape], ['the (db)', 'cylinder'])
    assert.equal(byId.get('L')?.shape, 'hexagon')
    assert.deepEqual(
      groups.map(({ id, label, parent }) => [id, label, parent]),
      [
        ['one', 'The first', null],
        ['two', 'two', 'one'],
      ],
    )
    assert.deepEqual([byId.get('K')?.group, byId.get('M')?.group], ['one', 'two'])
    const found = edges.map(
      (edge) => `${edge.from} ${edge.line} ${edge.tail}-${edge.head} ${edge.to} ${edge.label}`,
    )
    assert.deepEqual(found, [
      'A solid none-arrow B ',
      'B solid none-arrow C yes',
      'B solid none-arrow D no',
      'C dotted none-arrow E ',
      'D dotted none-arrow E ',
      'E thick none-arrow F-1 thick',
      'F-1 solid none-none G ',
      'G solid arrow-arrow H ',
      'H solid none-cross I ',
      'I none none-none J ',
      'K solid none-arrow L ',
      'B dotted none-arrow two maybe',
    ])
  })

  test('everything has a place inside the picture, and no two nodes share one', () => {
    const source = `graph TD\n${Array.from({ length: 40 }, (_, n) => `n${n % 13} -->|step ${n}| n${n}`).join('\n')}`
    const { boxes, width, height } = place(readDiagram(source))
    const nodes = boxes.filter(({ shape }) => shape === 'box')
    assert.equal(nodes.length, 40)
    for (const [index, one] of nodes.entries()) {
      assert.ok(one.x >= 0 && one.y >= 0 && one.x + one.width <= width && one.y + one.height <= height)
      for (const other of nodes.slice(index + 1))
        assert.ok(
          one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y,
        )
    }
  })

  test('links to and from groups are drawn, even to a group around itself and to an empty one', () => {
    const source =
      'graph\nsubgraph a\nx --> y\nend\nsubgraph b\nsubgraph c\nz\nend\nend\na --> b\nb --> z\nsubgraph e\nend\ne --> a'
    const { strokes } = place(readDiagram(source))
    assert.equal(strokes.length, 3)
  })

  test('the same as sentences', () => {
    assert.deepEqual(sentences('graph\na[One<br>two] -->|if| b\nc'), ['One two → b: if', 'c'])
  })
})

test('state diagrams: starts, ends, descriptions, choices and composite states', () => {
  const source = `stateDiagram-v2
    direction LR
    [*] --> Idle
    Idle --> Busy : job arrives
    state "Very busy" as Busy
    state ok <<choice>>
    Busy --> ok
    ok --> [*]
    state Inner {
      [*] --> Deep
    }`
  assert.deepEqual(sentences(source), [
    'start → Idle',
    'Idle → Very busy: job arrives',
    'Very busy → ok',
    'ok → end',
    'start → Deep',
  ])
  assert.equal(flow(source).direction, 'LR')
})

describe('sequence diagrams', () => {
  const source = `sequenceDiagram
    autonumber
    participant U as User
    actor D as Database
    U->>+D: ask: now?
    D-->>-U: answer
    alt is cached
      U->>U: think
    else not cached
      D--xU: fail
    end
    Note over U,D: both`

  test('participants, messages, blocks and notes', () => {
    const { actors, steps } = readDiagram(source) as Sequence
    assert.deepEqual(
      actors.map(({ label }) => label),
      ['User', 'Database'],
    )
    assert.deepEqual(
      steps.map((step) => ('label' in step ? `${step.type} ${step.label}` : step.type)),
      [
        'message 1. ask: now?',
        'message 2. answer',
        'begin alt is cached',
        'message 3. think',
        'else else not cached',
        'message 4. fail',
        'finish',
        'note both',
      ],
    )
    const picture = place(readDiagram(source))
    assert.equal(picture.about, 'Sequence diagram with 2 participants and 4 messages')
    for (const { x, width } of picture.boxes) assert.ok(x >= 0 && x + width <= picture.width + 1)
  })
})

test('what cannot be drawn says why and where', () => {
  for (const [source, reason] of [
    ['', /empty/],
    ['pie\n"a": 1', /Flowcharts .* are drawn; “pie” is not/],
    ['__proto__', /is not/],
    ['graph\na --> ', /Line 2: a node is missing/],
    ['graph\na[open', /Line 2: the label of “a” is not closed/],
    ['graph\na => b', /Line 2: “=> b” is no link/],
    ['graph\nend', /closes nothing/],
    ['graph\nsubgraph a\nb', /“a” is not closed/],
    ['sequenceDiagram\nwhat is this', /Line 2/],
    ['sequenceDiagram\nloop x\na->>b: c', /“loop” is not closed/],
    ['stateDiagram-v2\nnote right of a : b', /Line 2/],
    [`graph\n${'a --> b\n'.repeat(400)}`, /up to 300 arrows/],
    [`graph\n${Array.from({ length: 200 }, (_, n) => `n${n}`).join('\n')}`, /up to 150 nodes/],
    [`sequenceDiagram\n${'a->>b: c\n'.repeat(300)}`, /up to 20 participants and 200 steps/],
    ['x'.repeat(30_000), /up to 20,000 characters/],
  ] as const)
    assert.throws(
      () => place(readDiagram(source)),
      (error) => error instanceof DiagramTrouble && reason.test(error.message),
      source.slice(0, 40),
    )
})

test('the largest diagram is laid out in the time that it is given', () => {
  const edges = Array.from({ length: 300 }, (_, n) => `n${(n * 7) % 150} --> n${(n * 31) % 150}`).join('\n')
  const start = performance.now()
  place(readDiagram(`graph\n${edges}`))
  const took = performance.now() - start
  // A browser ends it after four seconds; the machines of tests are busier.
  assert.ok(took < 8_000, `${took} ms`)
})
