export {
  type SearchEngine,
  SearchError,
  type SearchFailure,
  type SearchHit,
  type SearchQuery,
  type SearchResults,
  type SearchSource,
  searchSources,
} from './search-engine';
export { SearxngEngine, type SearxngOptions } from './searxng-engine';
