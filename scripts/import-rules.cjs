/** Who may import whom. Read top to bottom: the rooms, the roles inside the server, the shelves of the web, everywhere. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const only = (name, comment, from, allowed) => never(name, comment, from, { pathNot: allowed })
const START = '^server/(main|run|greeting)\\.ts$'
const TESTS = '(^test/|\\.test\\.tsx?$|\\.test-world\\.ts$)'
// How an area's answers are written for the wire or as HTML.
const VIEWS = '^server/areas/(concerts/session-shape|embed/embed-page)\\.ts$'
const CONFIG = '^server/config[^/]*\\.ts$'

module.exports = {
  forbidden: [
    // The rooms.
    only(
      'domain-is-pure',
      'Rules import rules and nothing else: no Node, no npm, no other room.',
      { path: '^domain/', pathNot: TESTS },
      '^domain/',
    ),
    only(
      'contract-is-shapes',
      'The contract knows the vocabulary of the rules and the schema library.',
      { path: '^contract/', pathNot: TESTS },
      ['^contract/', '^domain/', 'node_modules/@sinclair/typebox'],
    ),
    never(
      'web-never-server',
      'The web meets the server only through the contract.',
      { path: '^web/' },
      { path: '^server/' },
    ),
    never(
      'web-never-node',
      'Web code also runs in a browser.',
      { path: '^web/', pathNot: TESTS },
      { dependencyTypes: ['core'] },
    ),
    never(
      'server-renders-web-in-one-place',
      'Only the calls of the pages know that there is a web.',
      { path: '^server/', pathNot: '^server/http/page-calls\\.ts$' },
      { path: '^web/' },
    ),
    never(
      'pages-import-only-the-server-entry',
      'The door to the web is one module wide.',
      { path: '^server/http/page-calls\\.ts$' },
      { path: '^web/', pathNot: '^web/entry\\.server\\.tsx$' },
    ),

    // Roles inside the server.
    never(
      'routes-are-thin',
      'A route reads the contract and calls its own service.',
      { path: '\\.routes\\.ts$' },
      { path: ['\\.store\\.ts$', '^server/(db|outside|live)/', '^domain/(?!refusal|time)'] },
    ),
    never(
      'routes-only-from-app',
      'Wiring has one home.',
      { pathNot: '^(server/app\\.ts|test/)' },
      { path: '\\.routes\\.ts$' },
    ),
    never(
      'own-store-only',
      'An area reaches another area through its service, never through its tables.',
      { path: '^server/areas/([^/]+)/' },
      { path: '^server/areas/[^/]+/.*\\.store\\.ts$', pathNot: '^server/areas/$1/' },
    ),
    never(
      'other-areas-by-their-service',
      'Only its service speaks for an area.',
      { path: '^server/areas/([^/]+)/' },
      { path: '^server/areas/[^/]+/', pathNot: ['^server/areas/$1/', '\\.service\\.ts$'] },
    ),
    only(
      'store-is-sql',
      'A store speaks to the database, shares statements inside its area and uses the words of the rules.',
      { path: '\\.store\\.ts$' },
      [
        // Of its own area: `own-store-only` says so.
        '^server/areas/[^/]+/[^/]+\\.store\\.ts$',
        '^server/db/',
        '^server/demo/demo-shapes\\.ts$',
        '^domain/',
        'node_modules/kysely',
        '^(node:)?crypto$',
      ],
    ),
    never(
      'areas-know-no-http',
      'What an area does can be called by a route, a socket, a timer or a test.',
      { path: '^server/areas/', pathNot: ['\\.routes\\.ts$', VIEWS, TESTS] },
      { path: ['^server/http/', 'node_modules/fastify', '^contract/'] },
    ),
    never(
      'sql-only-in-stores',
      'Statements stand in a store.',
      { path: '^server/areas/', pathNot: ['\\.store\\.ts$', TESTS] },
      { path: 'node_modules/kysely' },
    ),
    never(
      'outside-behind-ports',
      'Only the start picks a real or simulated provider; the bookkeeper reads its files.',
      { pathNot: ['^(server/run|scripts/ledger)\\.ts$', '^server/outside/', TESTS] },
      { path: '^server/outside/[^/]+\\.[^/]+\\.ts$', pathNot: '\\.test\\.ts$' },
    ),
    never(
      'config-only-at-the-start',
      'Everything else takes what it needs as arguments; it may name their types.',
      { path: '^server/', pathNot: [START, CONFIG, TESTS] },
      { path: CONFIG, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'live-knows-no-area',
      'The live channel is handed what it reads.',
      { path: '^server/live/' },
      { path: '^server/(areas|http)/' },
    ),

    // Shelves of the web.
    never(
      'ui-knows-nothing',
      'Widgets do not know what «Бис» is.',
      { path: '^web/ui/' },
      { path: ['^web/(parts|features|pages|lib)/', '^(contract|domain)/'] },
    ),
    never(
      'parts-below-features',
      'What two screens share knows neither.',
      { path: '^web/(parts|lib)/' },
      { path: '^web/(features/|pages/|routes|entry\\.)' },
    ),
    never(
      'features-below-pages',
      'A page is made of features.',
      { path: '^web/features/' },
      { path: '^web/(pages/|routes|entry\\.)' },
    ),
    never(
      'feature-meets-feature-by-its-index',
      'What the index does not export may change.',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/', pathNot: ['^web/features/$1/', '^web/features/[^/]+/index\\.ts$'] },
    ),
    never(
      'others-meet-a-feature-by-its-index',
      'A page meets its index, and the load.ts that its loaders and actions call.',
      { path: '^web/', pathNot: '^web/features/' },
      { path: '^web/features/', pathNot: '^web/features/[^/]+/(index|load)\\.ts$' },
    ),
    never(
      'page-never-page',
      'Two screens share through parts and features.',
      { path: '^web/pages/([^/]+)/' },
      { path: '^web/pages/', pathNot: '^web/pages/$1/' },
    ),

    // Everywhere.
    never('no-circles', 'A circle has no first reader.', {}, { circular: true }),
    never(
      'no-orphans',
      'Nobody imports it: wire it or delete it.',
      {
        orphan: true,
        pathNot: [
          TESTS,
          '\\.d\\.ts$',
          '\\.config\\.ts$',
          '^(scripts|bench|web/pages|web/public)/',
          '^web/(root|entry\\.|routes)',
        ],
      },
      {},
    ),
    never(
      'tests-are-leaves',
      'Nobody imports a test; the figures of the house measure a world of the tests.',
      { pathNot: [TESTS, '^scripts/house-calls\\.ts$'] },
      { path: TESTS },
    ),
    never(
      'declared-packages-only',
      'What is imported is in package.json.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    never(
      'resolvable',
      'What is imported exists.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
    },
  },
}
