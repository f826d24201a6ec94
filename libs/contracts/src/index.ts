export { cachePart, cacheQuestionOf } from './cache-part';
export {
  CachedCapture,
  DeadLetter,
  DirectReply,
  JobChanged,
  JobCommand,
  JobSettled,
  PageDocument,
  PageOutcome,
  PageStored,
  RenderPage,
  StartJob,
} from './messages';
export { type MessageOf, type Topic, type TopicId, topics } from './topics';
