export { type ExportFormat, type ExportFormatName, exportFormatNames, exportFormats } from './export-formats';
export { DocumentsDeletedError, type ReadRange } from './read-documents';
