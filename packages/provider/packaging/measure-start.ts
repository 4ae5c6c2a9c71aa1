import { startProvider } from './start-provider.ts'

/** How long each of some builds takes from its start to the handshake: node measure-start.ts FILE… */

const runs = 20
const executables = process.argv.slice(2)
const measured = new Map(executables.map((executable) => [executable, [] as number[]]))

// Alternating, so that other load on the machine affects all of them.
for (let run = 0; run < runs; run++) {
  for (const [executable, times] of measured) {
    const provider = await startProvider(executable)
    times.push(provider.readyMs)
    await provider.stop()
  }
}

for (const [executable, times] of measured) {
  const [shortest, middle] = [0, runs / 2].map((place) => times.toSorted((a, b) => a - b)[place]?.toFixed(0))
  console.log(`${executable}: shortest ${shortest} ms, median ${middle} ms`)
}
