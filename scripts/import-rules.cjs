/** Who may import whom. In this order: the top folders, the roles inside the server, the layers of the web, everywhere. */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const only = (name, comment, from, allowed) => never(name, comment, from, { pathNot: allowed })
const START = '^server/(main|run|providers|greeting)\\.ts$'
const TESTS = '(^test/|\\.test\\.tsx?$|\\.fixture\\.ts$)'
// How a module's answers are written for the wire or as HTML.
const VIEWS = '^server/modules/(concerts/session-shape|embed/embed-page)\\.ts$'
/** The lowest first. */
const FLOORS = ['ledger', 'payments', 'payouts', 'queue', 'payment-worker', 'checkout']
const SONG_TEXT = '^packages/song-search/song-text\\.ts$'
const CONFIG = '^server/config/'
const FEATURE_DOORS = '^web/features/[^/]+/(index|load|address)\\.ts$'

module.exports = {
  forbidden: [
    // The top folders.
    only(
      'domain-is-pure',
      'Rules import rules, the folding of song texts and the word filter: no Node, no npm, no other folder.',
      { path: '^domain/', pathNot: TESTS },
      ['^domain/', SONG_TEXT, '^packages/word-filter/'],
    ),
    never(
      'packages-stand-alone',
      'A package knows nothing of the product and of no other package.',
      { path: '^packages/([^/]+)/', pathNot: TESTS },
      {
        path: '^(packages|domain|contract|server|demo|web|test|scripts|bench)/',
        pathNot: '^packages/$1/',
      },
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
      { path: '^(server|demo)/' },
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
      { path: '^server/', pathNot: '^server/platform/http/page-calls\\.ts$' },
      { path: '^web/' },
    ),
    never(
      'pages-import-only-the-server-entry',
      'The server uses one module of the web.',
      { path: '^server/platform/http/page-calls\\.ts$' },
      { path: '^web/', pathNot: '^web/entry\\.server\\.tsx$' },
    ),

    // Roles inside the server.
    never(
      'modules-only-from-the-list',
      'What a module gives the process is read from the list of modules alone.',
      { pathNot: '^(server/modules/index\\.ts$|test/)' },
      { path: '^server/modules/[^/]+/index\\.ts$' },
    ),
    never(
      'own-store-only',
      'A module reaches another module through its service, never through its tables.',
      { path: '^server/modules/([^/]+)/' },
      { path: '^server/modules/[^/]+/.*\\.store\\.ts$', pathNot: '^server/modules/$1/' },
    ),
    ...FLOORS.map((floor, at) =>
      never(
        'floors',
        'Money is moved at the bank and then told to the queue by payment-worker, which stands above both.',
        { path: `^server/modules/${floor}/` },
        { path: `^server/modules/(${FLOORS.slice(at + 1).join('|') || '(?!)'})/` },
      ),
    ),
    never(
      'other-modules-by-their-service',
      'A module is used through its services.',
      { path: '^server/modules/([^/]+)/' },
      {
        path: '^server/modules/[^/]+/',
        pathNot: ['^server/modules/$1/', '\\.service\\.ts$', '^server/modules/([^/]+)/\\1\\.ts$'],
      },
    ),
    only(
      'store-is-sql',
      'A store speaks to the database, shares statements inside its module and uses the words of the rules.',
      { path: '\\.store\\.ts$' },
      [
        // Of its own module: `own-store-only` says so.
        '^server/modules/[^/]+/[^/]+\\.store\\.ts$',
        '^server/platform/db/',
        '^demo/world/demo-shapes\\.ts$',
        '^packages/tbank-sandbox/store\\.ts$',
        '^domain/',
        SONG_TEXT,
        'node_modules/kysely',
        '^(node:)?crypto$',
      ],
    ),
    never(
      'modules-know-no-http',
      'What a module does can be called by a route, a socket, a timer or a test.',
      { path: '^server/modules/', pathNot: ['/index\\.ts$', VIEWS, TESTS] },
      { path: ['^server/platform/http/', 'node_modules/fastify'] },
    ),
    never(
      'sql-only-in-stores',
      'Statements stand in a store.',
      { path: '^server/modules/', pathNot: ['\\.store\\.ts$', TESTS] },
      { path: 'node_modules/kysely' },
    ),
    never(
      'integrations-behind-ports',
      'Only the start picks a real or simulated provider; commands read its files and try its terminal.',
      {
        pathNot: [
          '^(server/providers|scripts/(ledger|bank))\\.ts$',
          '^server/integrations/',
          TESTS,
        ],
      },
      { path: '^server/integrations/[^/]+/[^/]+\\.[^/]+\\.ts$', pathNot: '\\.test\\.ts$' },
    ),
    never(
      'config-only-at-the-start',
      'Everything else takes what it needs as arguments; it may name their types.',
      { path: '^(server|demo)/', pathNot: [START, CONFIG, TESTS] },
      { path: CONFIG, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'demo-only-from-the-start',
      'The product does not know that there is a demo; the start mounts it.',
      { pathNot: '^(server/(run|providers|app)\\.ts$|demo/|scripts/|test/|bench/)' },
      { path: '^demo/' },
    ),
    never(
      'live-knows-no-module',
      'The live channel is handed what it reads.',
      { path: '^server/platform/live/' },
      { path: '^server/(modules|platform/http)/' },
    ),

    // Layers of the web.
    never(
      'ui-knows-nothing',
      'Widgets do not know what «Бис» is.',
      { path: '^web/ui/' },
      { path: ['^web/(parts|features|lib)/', '^(contract|domain)/'] },
    ),
    never(
      'parts-below-features',
      'What several features share knows none of them.',
      { path: '^web/(parts|lib)/' },
      { path: '^web/(features/|routes|root|entry\\.)' },
    ),
    never(
      'features-below-routes',
      'The routes name the screens of the features.',
      { path: '^web/features/' },
      { path: '^web/(routes|root|entry\\.)' },
    ),
    never(
      'feature-meets-feature-by-its-index',
      'A feature offers its index.ts, the load.ts that loaders and actions call, and the address.ts that writes links to it.',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/', pathNot: ['^web/features/$1/', FEATURE_DOORS] },
    ),
    never(
      'others-meet-a-feature-by-its-index',
      'What the index does not export may change.',
      { path: '^web/', pathNot: '^web/features/' },
      { path: '^web/features/', pathNot: FEATURE_DOORS },
    ),

    // Everywhere.
    never(
      'no-circles',
      'Files of a cycle can be neither read nor tested one by one.',
      {},
      { circular: true },
    ),
    never(
      'no-orphans',
      'Nobody imports it: wire it or delete it.',
      {
        orphan: true,
        pathNot: [
          TESTS,
          '\\.d\\.ts$',
          '\\.config\\.ts$',
          '^(scripts|bench|web/public)/',
          '^packages/[^/]+/main\\.ts$',
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
    // What bench/package.json does not name, the one above it does.
    combinedDependencies: true,
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
    },
  },
}
