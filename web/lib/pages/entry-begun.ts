// The entry imports it before all else: the rest takes a slow phone some hundred milliseconds. The name is ENTRY_BEGUN of
// page-styles.ts, which would be executed after React.
dispatchEvent(new Event('begun'))
