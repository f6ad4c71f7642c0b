import { importsOf, isTest, report, sourceFiles } from './source-files.ts'

/**
 * The folders of the device's code. Each may import only those before it: storage, operations on it, sending
 * and reading, and finally what screens use.
 */
const layers = [
  'store',
  'tabs',
  'pictures',
  'incoming',
  'storage',
  'upload',
  'bulk',
  'contacts',
  'operations',
  'record',
  'server-rollback',
  'outbox',
  'list',
  'draft',
  'export-bundle',
  'account',
]

const root = 'web/offline/'
const found: string[] = []
for (const file of sourceFiles()) {
  if (isTest(file.path)) continue
  if (file.path.startsWith('web/lib/') && importsOf(file).some((name) => name.startsWith(root)))
    found.push(`${file.path} imports ${root}: web/lib is below it; register at the start what it is to call.`)
  if (!file.path.startsWith(root)) continue
  const own = layers.indexOf(layerOf(file.path))
  if (own < 0) {
    found.push(`${file.path}: its folder has no place in the layers of checks/device-layers.ts.`)
    continue
  }
  for (const name of importsOf(file)) {
    if (!name.startsWith(root) || layers.indexOf(layerOf(name)) <= own) continue
    found.push(
      `${file.path} imports ${name}: ${layerOf(name)} is above ${layerOf(file.path)}. Move what both need below.`,
    )
  }
}
report('Layers of the device', found)

function layerOf(path: string): string {
  return path.slice(root.length).split('/')[0] ?? ''
}
