// Plain JavaScript, so that the Node it turns away can run it.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 24) {
  console.error(
    `Pawtrait needs Node 24 and this is ${process.version}. ` +
      'On Linux (x64, arm64) and Windows `npm ci` brings it along: run `npm ci` and start through npm (`npm start`); ' +
      'elsewhere install Node 24 from nodejs.org.',
  )
  process.exit(1)
}
if (major === 24 && minor < 2) {
  console.error(
    `Pawtrait needs Node 24.2 or later and this is ${process.version}: install a newer Node from nodejs.org.`,
  )
  process.exit(1)
}
