import process from 'node:process'

const [, , name = '', database = ''] = process.argv
const { measure } = (await import(`./${name}.ts`)) as {
  measure(database: string): Promise<object[]>
}
process.send?.(await measure(database))
process.disconnect?.()
