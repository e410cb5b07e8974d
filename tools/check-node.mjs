// Plain JavaScript, so that the Node it turns away can run it. `node tools/check-node.mjs start` goes on to start.ts in
// the same process, which spares a start of Node.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 2)) {
  console.error(
    `Pawtrait needs Node 24.2 or later and this is ${process.version}. ` +
      'On Linux (x64, arm64) and Windows `npm ci` brings it along: run `npm ci` and start through npm (`npm start`); ' +
      'elsewhere install Node 24 from nodejs.org.',
  )
  process.exit(1)
}

// What comes after the name is for the program.
const [next] = process.argv.splice(2, 1)
if (next) await import(`./${next}.ts`)
